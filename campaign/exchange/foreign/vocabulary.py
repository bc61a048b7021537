"""Words of the field in five languages: what they say of arm, size, level, nation and equipment.

Everything is matched on plain text: lower case, no accents, blanks for punctuation (`campaign.terms.words.plain`). The
first row that fits counts, so what is special stands before what is general.
"""

from __future__ import annotations

import re
from functools import lru_cache

from campaign.terms.forces import Arm, Experience, Level, Nationality, SizeMark
from campaign.terms.words import plain

ARM_WORDS: tuple[tuple[Arm, str], ...] = (
    (Arm.HEADQUARTERS, r"hq|headquarters|head quarters|stab|comando|etat major"),
    (Arm.MACHINE_GUN, r"machine guns?|machinegun(ners)?|mg|mmg|vickers|mitraglier[ia]|maschinengewehr\w*"),
    (
        Arm.SELF_PROPELLED_ANTI_TANK,
        (
            r"(self propelled|sp) (anti tank|antitank|a tk|at)|tank destroyers?|td (bn|battalion)|assault guns?|sturmgesch\w*"
            r"|stug( [iv]+)?|jagdpanzer\w*|jagdpanther\w*|jagdtiger\w*|hetzers?|marders?|achilles|archers?|m10|m18|m36|hellcats?"
            r"|wolverines?|su 85|su 100|su 122|semovent[ei]|panzerjager sfl"
        ),
    ),
    (
        Arm.SELF_PROPELLED_ARTILLERY,
        (
            r"(self propelled|sp) (field|artillery|guns?|regiment)|armou?red (field artillery|fa)|field regiment self propelled"
            r"|priests?|sextons?|bishops?|wespen?|hummeln?|m7"
        ),
    ),
    (
        Arm.ANTI_TANK,
        (
            r"anti tank|antitank|a tk|atk?( (regiment|regt|battalion|bn|company|coy|battery|bty|platoon))|panzerjager\w*"
            r"|panzerjaeger\w*|pz ?jg\w*|panzerabwehr\w*|\w*pak( \d+)?|controcarr[oi]|anticarro|(2|6|17) ?pdrs?|(2|6|17) pounders?"
            r"|antichar|protivotank\w*"
        ),
    ),
    (
        Arm.ANTI_AIRCRAFT,
        (
            r"anti aircraft|antiaircraft|\w*flak\w*|laa|haa|aaa|aa (regiment|regt|battalion|bn|battery|bty|artillery)|bofors"
            r"|contraerea|contraerei|air defen[cs]e"
        ),
    ),
    (Arm.MOTORCYCLE, r"motor ?cycles?|motor ?cyclists?|kradsch\w*|krad\w*|motociclist[ia]"),
    (Arm.ROCKET, r"rockets?|nebelwerfer\w*|werfer\w*|katyushas?|guards mortars?|wurf\w*"),
    (Arm.MORTAR, r"mortars?|granatwerfer\w*|mortai[oi]?"),
    (Arm.GLIDER, r"gliders?|airlanding|air landing|gir|luftlande\w*"),
    (Arm.PARACHUTE, r"para\w*|fallschirm\w*|fsj\w*|pir|paracadutist[ia]|airborne (infantry|battalion|bn)"),
    (
        Arm.MEDIUM_ARTILLERY,
        (
            r"(medium|heavy) (regiment|regt|artillery|battery|bty|field artillery)|schwere (artillerie\w*|feldhaubitze\w*)"
            r"|155 ?mm( \w+)?|150 ?mm|152 ?mm|149 ?mm|15 cm|5 5 ?(in|inch)|4 5 ?(in|inch)|6 ?(in|inch)|7 2 ?(in|inch)|155s"
            r"|8 ?(in|inch) (guns?|howitzers?)|240 ?mm|corps artillery|mediums"
        ),
    ),
    (
        Arm.FIELD_ARTILLERY,
        (
            r"field (regiment|regt|artillery|battery|bty|guns?)|\w*artill\w*|artiglieri\w*|rha|fa (battalion|bn|battery)|25 ?pdrs?"
            r"|25 pounders?|105 ?mm|10 5 cm|75 ?mm|7 5 cm|76 ?mm|(100|122) ?mm|gebirgsartillerie\w*|light regiment"
            r"|\w*batter(y|ies|ie|ia|ie[ns])|bty|guns?|\w*howitzers?|obici|haubitze\w*|gun regiment|ra"
        ),
    ),
    (Arm.BRIDGING, r"bridg\w*|\w*brucken\w*|\w*bruecken\w*|pontoons?|pontieri|treadway"),
    (
        Arm.ENGINEER,
        (
            r"engineers?|engrs?|pioneers?|\w*pionier\w*|sappers?|miners|field (company|coy|squadron|park)|genio|guastatori|re|genie"
            r"|ecb|saper\w*"
        ),
    ),
    (Arm.SIGNALS, r"signals?|\w*nachrichten\w*|trasmissioni|communications?"),
    (Arm.MEDICAL, r"medical|ambulances?|ccs|\w*sanitat\w*|hospital|medics?|dressing station"),
    (
        Arm.SUPPLY,
        (
            r"rasc|supply|supplies|transport|nachschub\w*|quartermaster|ordnance|workshops?|maintenance|logistics?|truck company"
            r"|service corps|trains"
        ),
    ),
    (
        Arm.HEAVY_ARMOUR,
        (
            r"tigers?( ii?)?|konigstiger|king tigers?|matildas?( ii)?|churchills?|infantry tanks?|army tanks?|heavy tanks?|kv 1s?|kv"
            r"|is 2|js 2|valentines?|schwere panzer\w*|s pz abt\w*"
        ),
    ),
    (
        Arm.ARMOURED_CAR,
        r"armou?red cars?|autoblind\w*|panzerspah\w*|spahwagen|\d+ rad|humbers?|daimlers?|marmon herringtons?|automitrailleuses?",
    ),
    (
        Arm.RECONNAISSANCE,
        (
            r"recce|recon|reconnaissance|recon\w*|\w*aufklarung\w*|\w*aufklaerung\w*|pz ?aa|aa|esplorant[ei]|divisional cavalry"
            r"|cavalry (squadron|reconnaissance|group)|razved\w*|scouts?"
        ),
    ),
    (
        Arm.ARMOURED_INFANTRY,
        (
            r"armou?red (infantry|inf|rifles?)|aib|spw|half ?tracks?|panzergren\w* (armou?red|gepanzert\w*|spw|gep)|gepanzert\w*"
            r"|kangaroos?"
        ),
    ),
    (Arm.CYCLIST, r"cyclists?|bicycles?|bikes?|radfahr\w*|ciclist[ia]"),
    (
        Arm.MOTOR_INFANTRY,
        (
            r"motor (battalion|bn|infantry|company|coy|brigade|rifles?)|motor|schutzen\w*|schuetzen\w*|\w*panzergren\w*|pz ?gren\w*"
            r"|pgr|bersaglieri|mech\w*|motor rifle"
        ),
    ),
    (Arm.LORRIED_INFANTRY, r"lorried|lorries|trucked|truck ?borne|motori[sz]ed|mot|motorizzat[aoie]|autotrasport\w*"),
    (
        Arm.ARMOUR,
        (
            r"tanks?|armou?red (regiment|regt|battalion|bn|brigade|bde|division|div|squadron|sqn|company|reconnaissance regiment)"
            r"|armou?r|armou?red|panzer|panzer(abteilung|regiment|bataillon|kompanie|division|brigade)"
            r"|pz ?(abt|rgt|regt|regiment|kp|iii|iv|ii|i|38)?|rtr|rtc|carri|carristi|shermans?|fireflys?|cromwells?|cruisers?"
            r"|crusaders?|panthers?|t 34s?|t 26s?|bt 7s?|stuarts?|honeys?|lees?|grants?|comets?|challengers?|m4s?|m3s?|m5s?"
            r"|m13( 40)?|m14( 41)?|hussars|lancers|dragoons|dragoon guards|yeomanry|chars?|tankov\w*"
        ),
    ),
    (Arm.CAVALRY, r"cavalry|horse|mounted|kavallerie\w*|cavalleria|cossacks?|kuban|reiter\w*|squadroni"),
    (
        Arm.INFANTRY,
        (
            r"infantry|inf|foot|rifles?|riflemen|fusiliers?|fusilier|fuesilier|fusil\w*|\w*grenadier\w*|guards|guard"
            r"|\w*infanterie\w*|fanteria|alpini|\w*jager\w*|\w*jaeger\w*|highlanders|borderers|highland light|marines?|commandos?"
            r"|rangers?|strelk\w*|militia|volkssturm|sicherungs\w*|ir|gr|fusilieri|legion"
        ),
    ),
)
"""Arms by the words that name them. A battalion that none fits is infantry, and that is said."""

MARK_WORDS: tuple[tuple[SizeMark, str], ...] = (
    (SizeMark.ARMY_GROUP, r"army group|heeresgruppe|ag|gruppo armate"),
    (SizeMark.COMPANY, r"company|coy|coys|companies|kompanie|kp|komp|compagnia|compagnie|rota|battery|bty|batterie|batteria|cavalry troop"),
    (
        SizeMark.BATTALION,
        r"battalion|bn|bns|batt|btn|btl|bataillon|battaglione|bon|abteilung|abt|gruppo|groupe|cavalry squadron|wing|divisional engineers",
    ),
    (SizeMark.REGIMENT, r"regiment|regt|rgt|reggimento|polk|rtr|rct|rha"),
    (
        SizeMark.BRIGADE,
        r"brigade|bde|brigata|combat command|cc ?[abr]|kampfgruppe|kg|battle ?group|task force|group|gruppe|brigada|raggruppamento",
    ),
    (SizeMark.DIVISION, r"division|div|divisione|divs|\w+division|diviziya|ad|id|pd"),
    (SizeMark.CORPS, r"corps|korps|corpo|\w+korps|korpus"),
    (SizeMark.ARMY, r"army|armee|armata|armeegruppe|panzerarmee|armeeabteilung"),
    (SizeMark.ARMY_GROUP, r"front"),
    (SizeMark.COMPANY, r"squadron|sqn|schwadron|squadrone|escadron|detachment|det"),
    (SizeMark.PLATOON, r"platoon|pl|pln|zug|plotone|troop|trp|vzvod"),
    (SizeMark.SECTION, r"section|gruppe|squad"),
)
"""Sizes by the words that name them."""

FORMATION_MARKS = (SizeMark.ARMY_GROUP, SizeMark.ARMY, SizeMark.CORPS, SizeMark.DIVISION, SizeMark.BRIGADE, SizeMark.REGIMENT)
LEVEL_OF = {
    SizeMark.ARMY_GROUP: Level.ARMY_GROUP,
    SizeMark.ARMY: Level.ARMY,
    SizeMark.CORPS: Level.CORPS,
    SizeMark.DIVISION: Level.DIVISION,
    SizeMark.BRIGADE: Level.COMMAND,
    SizeMark.REGIMENT: Level.COMMAND,
}
"""What a formation of that size is in an order of battle."""
SMALL_MARKS = frozenset({SizeMark.TEAM, SizeMark.SECTION, SizeMark.PLATOON})

NATION_WORDS: tuple[tuple[str, str, Nationality, str], ...] = (
    ("british", "British", Nationality.BRITISH, r"british|britain|uk|england|english|united kingdom|scots|royal"),
    ("indian", "Indian", Nationality.INDIAN, r"indian?s?"),
    ("australian", "Australian", Nationality.COMMONWEALTH, r"australians?|australia|aif"),
    ("new_zealand", "New Zealand", Nationality.COMMONWEALTH, r"new zealand\w*|nz"),
    ("south_african", "South African", Nationality.COMMONWEALTH, r"south africans?|south africa"),
    ("canadian", "Canadian", Nationality.COMMONWEALTH, r"canadians?|canada"),
    ("commonwealth", "Commonwealth", Nationality.COMMONWEALTH, r"commonwealth"),
    ("polish", "Polish", Nationality.BRITISH, r"polish|poles|poland|polskie"),
    ("dutch", "Dutch", Nationality.BRITISH, r"dutch|netherlands"),
    ("belgian", "Belgian", Nationality.BRITISH, r"belgians?|belgium"),
    ("norwegian", "Norwegian", Nationality.BRITISH, r"norwegians?|norway|norsk\w*"),
    ("greek", "Greek", Nationality.BRITISH, r"greeks?|greece|hellenic"),
    ("czechoslovak", "Czechoslovak", Nationality.BRITISH, r"czech\w*"),
    ("french", "French", Nationality.FRENCH, r"french|france|francais\w*"),
    ("us", "US", Nationality.US, r"us|usa|united states|americans?|america"),
    ("german", "German", Nationality.GERMAN, r"germans?|germany|wehrmacht|deutsch\w*|heer|ss|waffen ss|luftwaffe"),
    ("italian", "Italian", Nationality.ITALIAN, r"italians?|italy|regio esercito"),
    ("hungarian", "Hungarian", Nationality.ITALIAN, r"hungarians?|hungary"),
    ("romanian", "Romanian", Nationality.ITALIAN, r"romanians?|rumanians?|romania"),
    ("finnish", "Finnish", Nationality.GERMAN, r"finnish|finns|finland"),
    ("japanese", "Japanese", Nationality.JAPANESE, r"japanese|japan|ija"),
    ("soviet", "Soviet", Nationality.SOVIET, r"soviets?|russians?|red army|ussr|russia"),
)
"""Key, name, the printed nationality it counts as, and the words that name it."""

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
"""Whose establishments a nation without its own is given."""

EXPERIENCE_WORDS = {
    "green": Experience.GREEN,
    "inexperienced": Experience.GREEN,
    "raw": Experience.GREEN,
    "regular": Experience.REGULAR,
    "veteran": Experience.VETERAN,
    "veterans": Experience.VETERAN,
    "elite": Experience.ELITE,
}

VEHICLE_WORDS = (
    r"tanks?|cars?|carriers?|half ?tracks?|vehicles?|spw|cruisers?|crusaders?|shermans?|fireflys?|cromwells?|churchills?"
    r"|matildas?( ii)?|valentines?|stuarts?|honeys?|lees?|grants?|panthers?|tigers?|pz\w*|panzers?|t 34s?|kv\w*|m13\w*"
    r"|m14\w*|m4s?|m3s?|m5s?|stugs?|assault guns?|jagdpanzers?|marders?|m10s?|m18s?|achilles|priests?|sextons?|wespen?"
    r"|hummeln?|afvs?|comets?|jeeps?|lorries|trucks?"
)
TANK_WORDS = (
    r"tanks?|cruisers?|crusaders?|shermans?|fireflys?|cromwells?|churchills?|matildas?( ii)?|valentines?|stuarts?|honeys?"
    r"|lees?|grants?|panthers?|tigers?|pz ?(i|ii|iii|iv|38).*|panzers?|t 34s?|kv\w*|m13\w*|m14\w*|m4s?|m3s?|m5s?|comets?"
)
GUN_WORDS = (
    r"\w*guns?|\w* ?pdrs?|pounders?|\w* ?mm|\w* ?cm|howitzers?|\w*mortars?|bofors|flak\w*|pak\w*|batteries|\d+ ?(in|inch)\w*"
    r"|rockets?|launchers?|nebelwerfer|obici"
)
MEN_WORDS = r"men|all ranks|ranks|soldiers|strong|personnel|effectives|om|mann"


@lru_cache(maxsize=512)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b({words})\b")


def has(said: str, words: str) -> str:
    """The first of the words that stands in plain text, or ""."""
    found = _pattern(words).search(said)
    return found[0] if found else ""


def arm_of(said: str) -> tuple[Arm, str] | None:
    """The arm that words speak of, and the word that says so."""
    flat = plain(said)
    return next(((arm, word) for arm, words in ARM_WORDS if (word := has(flat, words))), None)


def mark_of(said: str) -> tuple[SizeMark, str] | None:
    """The size that words speak of, and the word that says so."""
    flat = plain(said)
    return next(((mark, word) for mark, words in MARK_WORDS if (word := has(flat, words))), None)


def nation_of(said: str) -> str:
    """The key of the nation that words speak of; "" for none."""
    flat = plain(said)
    return next((key for key, _, _, words in NATION_WORDS if has(flat, words)), "")


def nation_named(key: str) -> tuple[str, Nationality] | None:
    """Name and printed nationality of a nation known here by its key."""
    return next(((name, counts_as) for known, name, counts_as, _ in NATION_WORDS if known == key), None)
