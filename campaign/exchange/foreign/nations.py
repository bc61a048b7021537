"""Nations by the words that name them, by the words that only their army uses, and by the establishments given to
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from campaign.exchange.foreign.vocabulary import has
from campaign.terms.forces import Nationality
from campaign.terms.words import plain

NATION_WORDS: tuple[tuple[str, str, Nationality, str], ...] = (
    ("british", "British", Nationality.BRITISH, r"british|britain|uk|england|english|united kingdom|scots|royal"),
    ("indian", "Indian", Nationality.INDIAN, r"indian?s?"),
    ("australian", "Australian", Nationality.COMMONWEALTH, r"australians?|australia|aif"),
    ("new_zealand", "New Zealand", Nationality.COMMONWEALTH, r"new zealand\w*|nz"),
    ("south_african", "South African", Nationality.COMMONWEALTH, r"south africans?|south africa"),
    ("canadian", "Canadian", Nationality.COMMONWEALTH, r"canadians?|canada"),
    ("commonwealth", "Commonwealth", Nationality.COMMONWEALTH, r"commonwealth"),
    ("polish", "Polish", Nationality.BRITISH, r"polish|poles|poland|polsk(a|ie|i|iej)"),
    ("dutch", "Dutch", Nationality.BRITISH, r"dutch|netherlands"),
    ("belgian", "Belgian", Nationality.BRITISH, r"belgians?|belgium"),
    ("norwegian", "Norwegian", Nationality.BRITISH, r"norwegians?|norway|norsk\w*"),
    ("greek", "Greek", Nationality.BRITISH, r"greeks?|greece|hellenic"),
    ("czechoslovak", "Czechoslovak", Nationality.BRITISH, r"czech\w*"),
    ("french", "French", Nationality.FRENCH, r"french|france|francais\w*"),
    ("us", "US", Nationality.US, r"us|u s|usa|united states|americans?|america"),
    ("german", "German", Nationality.GERMAN, r"germans?|germany|wehrmacht|deutsch\w*|heer|ss|waffen ss|luftwaffe"),
    ("italian", "Italian", Nationality.ITALIAN, r"italians?|italy|regio esercito"),
    ("hungarian", "Hungarian", Nationality.ITALIAN, r"hungarians?|hungary|honved\w*|magyar\w*"),
    ("romanian", "Romanian", Nationality.ITALIAN, r"romanians?|rumanians?|romania|armata romana"),
    ("finnish", "Finnish", Nationality.GERMAN, r"finnish|finns|finland|suomen|suomi"),
    ("japanese", "Japanese", Nationality.JAPANESE, r"japanese|japan|ija"),
    ("soviet", "Soviet", Nationality.SOVIET, r"soviets?|russians?|red army|ussr|russia"),
)
"""For each nation: key, name, the printed nationality it counts as, and the words that name it."""

_TONGUES = (
    ("italian", r"divisione|brigata|reggimento|battaglione|raggruppamento|bersaglieri"),
    ("hungarian", r"hadosztaly|dandar|ezred|zaszloalj"),
    ("finnish", r"\w*divisioona|\w*prikaati|\w*rykmentti|\w*pataljoona"),
    ("romanian", r"regimentul|batalionul"),
    ("german", r"panzer|\w*panzerdivision|\w*abteilung|\w*grenadier regiment|heeres\w*"),
)
"""Words that only one army uses in names, whatever other nations are on its side."""

NATION_SIGNS: tuple[tuple[str, str], ...] = (
    (
        "german",
        (
            r"\w*panzer\w*|pz|pz"
            r" ?(gren|jg|rgt|div|abt)\w*|abt|btl|rgt|\w*abteilung|\w*bataillon|\w*korps|\w*grenadier\w*|gren|stug\w*"
            r"|flak"
            r"|werfer"
            r"|\w*jager|\w*jaeger|vgd|fjr|fallschirm\w*|kampfgruppe|kg|volksgrenadier|heeres\w*|s fh|lefh"
        ),
    ),
    (
        "soviet",
        (
            r"(rifle|tank|mech|mechanised|cavalry|guards|gds) (corps|army|brigade|bde|div|division|regiment)"
            r" rgk|(guards|gds) (tank|tk"
            r"|rifle|mech|mechanised|abn"
            r"|airborne|hvy|heavy|mortar|cavalry|army)|rifle (division|div|corps)|(tank|mech|mechanised) corps|shock"
            r" army|t 34\w*|t 70"
            r"|su ?(76|85|122)|isu\w*"
            r"|kv ?\d|katyushas?|bm 13|tbr|mrbr|msbr|iptap|\w+ front|gvard\w*|strelk\w*"
        ),
    ),
    (
        "italian",
        r"bersaglieri|divisione|battaglione|fanteria|carri\w*|artiglieria|reggimento|semovent[ei]|alpini|ariete|trieste|brescia",
    ),
    (
        "polish",
        r"dywizj\w*|brygad\w*|pulk\w*|pancern\w*|kawalerii|piechoty|ulan\w*|strzelc\w*|szwolezer\w*|zmotoryzowan\w*",
    ),
    ("finnish", r"divisioona|prikaati|rykmentti|pataljoona|jalkavaki\w*|jaakari\w*|panssari\w*|jr|er ?p|kev os"),
    ("hungarian", r"hadosztaly|dandar|ezred|zaszloalj|gyalog\w*|huszar|harckocsi|gepkocsizo|pancelos"),
    ("romanian", r"divizi[ae]|regimentul|batalionul|vanatori|rosiori|calarasi|dorobanti|blindata"),
    ("us", r"armored|pir|gir|aib|rct|combat command|cc ?[abr]|ranger|td bn|fa bn|afa|cav|ecb"),
    ("french", r"chasseurs|spahis|tirailleurs|zouaves|dlm|dcr|cuirassiers|regiment d \w+|bcc|gb|dragons"),
    ("japanese", r"sensha|hohei|type 97|chi ha|ha go|imperial guards"),
    (
        "british",
        (
            r"rtr|rha|ra|laa|a tk|armoured|armd|hussars|yeomanry|yeo|lancers|dragoon guards|\w+"
            r" dg|krrc|ksli|kosb|klsi|rb|gds|fusiliers"
            r"|borderers|highlanders"
            r"|queens|recce|coldstream|grenadier guards|agra|rasc|re|guards"
            r" armoured|lowland|wessex|northumbrian|matildas?|cruisers"
            r"|crusaders?|valentines?"
            r"|churchills?|cromwells?|25 pdrs?|17 pdrs?"
        ),
    ),
)
"""Words typical of one army, for a text that never names the nation."""
SIDE_WORDS = (
    rf"(the )?(allies|allied|axis|blue|red|{'|'.join(words for *_, words in NATION_WORDS)})"
    r"( (forces?|side|allies|commonwealth|and|19\d\d|orbat|oob|order of battle))*"
)
"""Words of a heading that stands for a whole side."""

SCHOOLS = {
    "indian": ("british",),
    "australian": ("british",),
    "new_zealand": ("british",),
    "south_african": ("british",),
    "canadian": ("british",),
    "commonwealth": ("british",),
    "polish": ("british",),
    "dutch": ("british",),
    "belgian": ("british",),
    "norwegian": ("british",),
    "greek": ("british",),
    "czechoslovak": ("british",),
    "free_french": ("us", "british"),
    "hungarian": ("german",),
    "romanian": ("german",),
    "finnish": ("german",),
}
"""Nations whose establishments a nation without its own uses."""


@lru_cache(maxsize=4096)
def nation_of(text: str) -> str:
    """Return the key of the nation that a text names; "" for none."""
    flat = plain(text)
    return next((key for key, _, _, words in NATION_WORDS if has(flat, words)), "")


def tongue_of(name: str) -> str:
    """Return the key of the nation in whose language a unit's name is; "" where several use its words."""
    flat = plain(name)
    return next((key for key, words in _TONGUES if has(flat, words)), "")


def nation_signs(lines: Iterable[str]) -> str:
    """Return the key of the nation that most of several texts imply: by its name, or else by words of its army."""
    votes: Counter[str] = Counter()
    for unit_line in lines:
        flat = plain(unit_line)
        if nation := nation_of(unit_line):
            votes[nation] += 2
        for key, words in NATION_SIGNS:
            if has(flat, words):
                votes[key] += 1
    return max(votes, key=lambda key: votes[key], default="")


def nation_named(key: str) -> tuple[str, Nationality] | None:
    """Return name and printed nationality of a known nation by its key."""
    return next(((name, counts_as) for word, name, counts_as, _ in NATION_WORDS if word == key), None)
