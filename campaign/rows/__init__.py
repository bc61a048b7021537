"""Rows: the program's own mapper between the tables of a database and objects in Python.

It does not know any table. ``campaign.model`` declares the tables as classes of columns, and ``campaign.journal`` opens
boards on them; both import this package, and import-linter refuses every import the other way ("The mapper knows no
table" in pyproject.toml).

column.py        a column: a value on a row, and a question on the class (``Battalion.men > 300``)
table.py         a class of columns, from which the SQLAlchemy table is made when it is first used; keys, links, checks
images.py        a change as JSON, [table, id, before, after]: the form in which the journal keeps it
row.py           a row: a plain object with a slot for each column, which tells its page before a value changes
page.py          the rows of one table on a board: read when they are first needed, watched, and taken down as images
stored.py        the rows in the database, one plain SELECT for each question
kept.py          rows that were read, kept for later transactions while the journal's head and the file stay the same
rewind.py        images written to the database, forwards for a command and backwards for an undo
guard.py         the refusal of every other statement that writes
table_rules.py   the checks of a table in plain words, for rows that are not written yet

How it works
    A board has a page for each table. The first question reads the rows that fit, the third reads the whole table, and
    further questions are answered in memory. Nothing is written before the end of the entry or of a turn in it, except
    where a key is used again. Then each page compares its changed rows with their earlier values, and the differences
    are written in one step. The journal keeps the same differences: undo, redo, replay, a look at an earlier day and
    the doctor read them.

Why not SQLAlchemy's ORM
    The program used it first. It was given up for two reasons, both measured.

    Speed. An ORM session writes changes down and asks the database again at each question, and the engine asks
    thousands of questions a day. Operation Brevity, played to its end in memory, took 0.9 processor seconds with the
    ORM and 0.3 with plain rows and the same actions. ``tests/benchmarks/bench_rows.py`` compares both on one file of
    5,000 battalions with 70 columns (processor time, Python 3.11, two busy cores, so only the ratios count):

        read all                              134 ms, the ORM 130 ms    1.03 times the ORM
        change 200 and ask after each         218 ms, the ORM 907 ms    0.24 times
        change all and write them             250 ms, the ORM 336 ms    0.74 times, images included
        lay out the objects alone              11 ms, and 40 ms if their slots are set one by one

    On 50 battalions the second line is 0.06 times. Not importing ``sqlalchemy.orm`` also saves 0.07 to 0.1 s a command.

    The journal. It needs each change before it is written, as plain values that a later version can read, and it must
    refuse a change that it cannot see. A session offers that only as events, past which bulk updates, Core and SQL in
    text go unseen; the guard refuses all of them on the connection itself.

    SQLAlchemy's tables, types, statements and engines are used as they are. What is left out: objects that load other
    objects by themselves (a link is an id; an action asks for the row), inheritance, and queries that join.

What it promises, and the tests that prove it
    - A board answers like a plain list of rows, whatever was asked, changed, erased and written in between:
      ``test_journal_pages.test_a_board_has_the_rows_that_a_plain_list_would_have``
    - A question has the same answer in memory and in the database:
      ``test_journal_columns.test_a_criterion_fits_the_rows_that_the_database_finds``
    - A question that cannot be answered in memory is refused:
      ``test_journal_desk.test_what_rows_fit_an_expression_that_is_no_comparison_is_refused``
    - Statements do not grow with the army or its commanders:
      ``test_large_army.test_statements_to_the_database_do_not_grow``,
      ``test_cli_statements.test_no_statement_more_for_more_commanders``
    - An image holds the changed columns alone, and a value set to what it was is no change:
      ``test_journal_desk.test_images_hold_changed_columns_only_sorted_by_table_and_id``,
      ``test_journal_desk.test_a_change_that_is_no_change_leaves_no_image``
    - Undo and redo lead to the same rows to the letter, and stop at a row that somebody else altered:
      ``test_journal_undo.test_what_is_redone_is_the_same_to_the_letter``,
      ``test_journal_undo.test_a_row_that_is_not_as_the_journal_left_it_stops_the_undo``
    - Rows may link to each other and pass on their keys in one entry; the order of writing is found:
      ``test_journal_desk.test_rows_of_one_table_may_link_to_each_other_in_any_order``,
      ``test_journal_desk.test_names_are_passed_on_within_one_flush_and_taken_back``
    - No statement writes past the journal:
      ``test_journal_desk.test_a_way_of_writing_that_the_journal_cannot_see_is_refused``,
      ``test_journal_desk.test_the_drivers_own_cursor_writes_nothing_to_a_file``
    - A version stays the same as long as the columns do that it stands for, so what is made of them can be kept:
      ``test_rows.test_a_version_changes_with_its_columns_and_with_the_set_of_rows``
    - Rows kept for later transactions are those that stand, after a command, its undo and its redo; they go once the
      file was changed past the journal, and our own commits leave them:
      ``test_every_action.test_what_is_kept_of_the_rows_is_what_stands``,
      ``test_kept_rows.test_what_was_wrong_when_it_was_read_is_not_kept_once_the_file_is_put_right``,
      ``test_kept_rows.test_our_own_commits_leave_the_rows_kept``
    - Entries that are run back and again are compared with rows of one reading, on a server with a new one:
      ``test_cli_statements.test_entries_are_run_back_and_again_on_rows_that_are_read_once``,
      ``test_kept_rows.test_rows_of_a_server_that_were_altered_since_stop_an_undo_of_several``
    - A row tells its watcher before a value changes, and a copy tells nobody:
      ``test_rows.test_a_row_tells_its_watcher_before_a_value_changes``,
      ``test_journal_desk.test_a_copy_of_a_row_is_on_no_board``
    - Both databases refuse the same rows, in the same words:
      ``test_table_rules.test_every_rule_of_a_table_has_words_and_a_row_that_breaks_it``,
      ``test_table_rules.test_postgresql_answers_alike``
    - The whole works on tables of which the program knows nothing:
      ``test_rows.test_the_room_works_on_tables_that_the_program_does_not_have``

The price
    About 1,600 lines of our own. A question compares a column with a value, never with another column. A row must be
    asked for on its board, and a value in JSON is replaced, never changed in place.
"""
