"""The vocabulary of the house: the field's words as types. Pure; imports nothing but ``errors``.

`forces` what a unit is; `state` how it is; `ground` what it stands on; `time` when; `position` where;
`viewer` who is looking; `target` a number to roll that keeps its reasons; `rule_ids` why something is so,
by which rules; `words` names as people type them.
"""
