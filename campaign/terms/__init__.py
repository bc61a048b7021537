"""The vocabulary of the house: the field's words as types. Pure; imports nothing but ``errors``.

`forces` units; `state` their states; `ground` the ground; `time` times; `position` positions; `viewer` viewers;
`target` a number to roll that keeps its reasons; `rule_ids` the rules behind a result; `words` names as people type
them.
"""
