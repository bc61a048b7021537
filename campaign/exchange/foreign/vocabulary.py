"""Words of the field in five languages, with their meaning for arm, size, level and equipment.

Everything is matched on plain text: lower case, no accents, blanks for punctuation (`campaign.terms.words.plain`). The
first matching row counts, so special rows stand before general ones.
"""

from __future__ import annotations

import re
from functools import lru_cache

from campaign.terms.forces import Arm, Experience, Level, SizeMark
from campaign.terms.words import plain

ARM_WORDS: tuple[tuple[Arm, str], ...] = (
    (Arm.HEADQUARTERS, r"hq|headquarters|head quarters|stab|comando|etat major"),
    (
        Arm.MACHINE_GUN,
        r"machine guns?|machinegun(ners)?|mg|mmg|hmg|vickers|mitraglier[ia]|mitrailleuses?|maschinengewehr\w*",
    ),
    (
        Arm.SELF_PROPELLED_ANTI_TANK,
        (
            r"(self propelled|sp) (anti tank|antitank|a tk|at)|tank destroyers?|tds?|assault guns?|sturmgesch\w*"
            r"|\w*stugs?( [iv]+)?|stuh\w*|sturmhaubitze\w*|(gds )?su (regt|regiment|bty|bn)|su"
            r" ?(76|85|100|122|152)m?s?|isu ?\d*|gvtsap"
            r"|tsap"
            r"|nashorns?|elefants?|ferdinands?|jagdpanzer\w*|jagdpanther\w*|jagdtiger\w*|hetzers?|marders?|achilles|archers?|m10|m18"
            r"|m36|hellcats?"
            r"|wolverines?|semovent[ei]|panzerjager sfl"
        ),
    ),
    (
        Arm.SELF_PROPELLED_ARTILLERY,
        (
            r"(self propelled|sp) (field|artillery|guns?|regiment)|(armou?red|armd) (field artillery|fa)|field regiment"
            r" self propelled"
            r"|priests?|sextons?|bishops?|wespen?|hummeln?|m7s?|m8 hmcs?|afa|am ?tracs?"
        ),
    ),
    (
        Arm.ANTI_TANK,
        (
            r"anti tank|antitank|a tk|a t|atk|at("
            r" (regiment|regt|battalion|bn|company|coy|battery|bty|platoon))|panzerjager\w*"
            r"|panzer ?jae?ger\w*|pz ?jag\w*|pz ?jg\w*|pzjg\w*|panzerabwehr\w*|iptap\w*|iptabr|iptd|ptap|atr"
            r"|dest(royer)? (regt|bde)"
            r"|\w*pak( \d+)?|controcarr[oi]|anticarro|(2|6|17) ?pdrs?|(2|6|17) pounders?"
            r"|antichar|protivotank\w*|przeciwpancern\w*|panssarintorjunta\w*"
        ),
    ),
    (
        Arm.ANTI_AIRCRAFT,
        (
            r"anti aircraft|antiaircraft|\w*flak\w*|laa|haa|aaa|(lt |hvy )?aa"
            r" (regiment|regt|battalion|bn|battery|bty|artillery|arty"
            r"|div|bde)|ack ack"
            r"|bofors|zenap|zap|zenitn\w*|8 ?8 ?cm|88 ?mm|40 ?mm"
            r"|contraerea|contraerei|air defen[cs]e"
        ),
    ),
    (
        Arm.MOTORCYCLE,
        r"motor ?cycles?|motor ?cyclists?|m ?cycles?|mcyc|m c (bn|btl|coy|regt)|kradsch\w*|krad\w*|motociclist[ia]",
    ),
    (
        Arm.ROCKET,
        (
            r"rockets?|nebelwerfer\w*|\w*werfer|werfer\w*|nb w\w*|katyushas?|(guards|gds|gd)"
            r" (mortars?|mtrs?|mors?|rkt)|gmp|bm ?(8|13|31)"
            r"|rkt|wurf\w*"
        ),
    ),
    (Arm.MORTAR, r"mortars?|mtrs?|mort|mor (regt|bn|coy)|120 ?mm|granatwerfer\w*|gr w|mortai[oi]?|minomet\w*"),
    (Arm.GLIDER, r"gliders?(?! (fa|field))|airlanding(?! light)|air landing|airldg|air ldg|a ldg|gir|luftlande\w*"),
    (
        Arm.PARACHUTE,
        (
            r"para\w*(?! (fa|field))\b|pcht|fallsch\w*|fsch\w*|fsj\w*|fjr?|fj"
            r" ?(rgt|regt|btl|div)|pir|prct|paracadutist[ia]|folgore"
            r"|(airborne|abn) (infantry|inf|battalion|bn|regiment|regt|rifles?|brigade|bde)|(guards|gds) (airborne|abn)"
        ),
    ),
    (
        Arm.MEDIUM_ARTILLERY,
        (
            r"(medium|med|heavy|hvy) (regiment|regt|rgt|artillery|arty|arm|battery|bty|field artillery|fa|how)|schwere"
            r" (artillerie\w*"
            r"|feldhaubitze\w*)"
            r"|s ?art\w*|s ?fh( 18)?|agra|155 ?mm( \w+)?|150 ?mm|152 ?mm|149 ?mm|15 ?cm|17 ?cm|21 ?cm|5 5 ?(in|inch)|4"
            r" 5 ?(in|inch)"
            r"|6 ?(in|inch)|7 2 ?(in|inch)|155s"
            r"|8 ?(in|inch) (guns?|howitzers?)|240 ?mm|corps artillery|mediums"
        ),
    ),
    (
        Arm.FIELD_ARTILLERY,
        (
            r"(field|fd|fld)"
            r" (regiment|regt|rgt|artillery|arty|battery|bty|guns?)|\w*artill\w*|artiglieri\w*|\w*arty|art|art(rgt|regt"
            r"|abt|bde)|artyleri\w*|artileri\w*|tykisto\w*|tuzer\w*"
            r"|rha|rca|fa( (battalion|bn|battery|bty|group|gp))?|div ?arty|25 ?pdrs?|25 pounders?|105 ?mm|105s|10 5"
            r" ?cm|75 ?mm|75s"
            r"|7 5 ?cm"
            r"|76( 2)? ?mm|(100|122) ?mm|le ?fh( 18)?|g?ar|gebirgsart\w*|(light|lt|mtn|mountain)"
            r" (regiment|regt|bty|arty)"
            r"|\w*batter(y|ies|ie|ia|ie[ns])|bty|btys|guns?|\w*howitzers?|hows?|obici|haubitze\w*|gun"
            r" (regiment|regt)|ra"
        ),
    ),
    (Arm.BRIDGING, r"bridg\w*|\w*brucken\w*|\w*bruecken\w*|pontoons?|pontieri|treadway"),
    (
        Arm.ENGINEER,
        (
            r"engineers?|engrs?|eng|pioneers?|\w*pionier\w*|pi|pi(btl|bn|kp)|sappers?|spr|miners|genio|guastatori|re|rce|genie"
            r"|(field|fd|fld) (company|companies|coys?|squadrons?|sqns?|park|pk)|ecb|saper\w*"
        ),
    ),
    (Arm.SIGNALS, r"signals?|sigs?|\w*nachrichten\w*|nachr|na abt|trasmissioni|communications?"),
    (Arm.MEDICAL, r"medical|ambulances?|ccs|\w*sanitat\w*|hospital|medics?|dressing station"),
    (
        Arm.SUPPLY,
        (
            r"rasc|supply|supplies|transport|nachschub\w*|quartermaster|ordnance|workshops?|maintenance|logistics?|truck"
            r" company"
            r"|service corps|trains"
        ),
    ),
    (
        Arm.HEAVY_ARMOUR,
        (
            r"\w*tigers?( ii?)?|konigstiger|king tigers?|matildas?( ii)?|churchills?|infantry tanks?|army"
            r" tanks?|(heavy|hvy) (tanks?|tk"
            r"|armou?r)"
            r"|kv ?(1|2|85)?s?|is ?[123]m?|js ?[123]|valentines?|schwere (ss )?(panzer|pz)(?! ?jag| ?jg| ?gren)\w*|s"
            r" ?(ss )?pz ?abt\w*"
            r"|s ?(ss )?panzer ?a\w*|otpp|gvtpp?"
        ),
    ),
    (
        Arm.ARMOURED_CAR,
        (
            r"(armou?red|armd) cars?|a c (regt|sqn)|household cavalry|hcr|inns of"
            r" court|kdgs?|king s dragoon guards|(12th|12) (royal )?lancers|(11th|11)"
            r" hussars|autoblind\w*|panzerspah\w*|spahwagen|\d+ rad"
            r"|humbers?|daimlers?|marmon herringtons?|automitrailleuses?"
        ),
    ),
    (
        Arm.RECONNAISSANCE,
        (
            r"(?<!armoured )(?<!armd )(recce|reconnaissance)|recon|\w*aufkl\w*|pz ?aa|aa|esplorant[ei]"
            r"|divisional cavalry|div cav|(cavalry|cav)"
            r" (squadron|sqn|reconnaissance|recon|group|gp)|\w*grdi|\w*grca|razved\w*|scouts?"
        ),
    ),
    (
        Arm.ARMOURED_INFANTRY,
        (
            r"(armou?red|armd) (infantry|inf|rifles?)|aib|spw|half ?tracks?|panzergren\w*"
            r" (armou?red|gepanzert\w*|spw|gep)|gepanzert\w*"
            r"|gep"
            r"|kangaroos?"
        ),
    ),
    (Arm.CYCLIST, r"cyclists?|bicycles?|bikes?|radfahr\w*|ciclist[ia]"),
    (
        Arm.MOTOR_INFANTRY,
        (
            r"motor"
            r" (battalion|bn|infantry|company|coy|brigade|rifles?)|motor"
            r"|(?!landes)\w*schutzen\w*|(?!landes)\w*schuetzen\w*"
            r"|schtz\w*|\w*panzergren\w*|panzer (gren|fus)\w*|\w*pz ?gr(en)?\w*"
            r"|pgr|bersaglieri|mech\w*|motor rifle|mot (rifles?|rif|rfl|schtz)|mrbr|msbr|mrb|msb|mr (bn|bde)|krrc"
            r"|(king s |kings )?royal rifle corps|rifle brigade"
            r"|dragons portes"
        ),
    ),
    (
        Arm.LORRIED_INFANTRY,
        (
            r"lorried|lorries|trucked|truck"
            r" ?borne|motori[sz]ed|mot|mtzd|motorizzat[aoie]|autotrasport\w*|zmotoryzowan\w*|gepkocsizo|motorizat[aei]?"
        ),
    ),
    (
        Arm.ARMOUR,
        (
            r"tanks?|tks?|(armou?red|armd) (regiment|regt|battalion|bn|brigade|bde|division|div|squadron|sqn|company"
            r"|reconnaissance regiment)"
            r"|armou?r|armou?red|armd|panzer|\w*tbr|gtbr|otp|panzer(abteilung|regiment|bataillon|kompanie|division|brigade)"
            r"|pz ?(abt|rgt|regt|regiment|kp|div|brig|iii|iv|ii|i|38)?|pz ?kpfw\w*|ss"
            r" ?pz|rtr|rtc|carri|carristi|shermans?|fireflys?"
            r"|cromwells?|cruisers?"
            r"|crusaders?|panthers?|t ?(34|26|28|60|70)\w?s?|bt"
            r" ?[57]s?|stuarts?|honeys?|lees?|grants?|comets?|challengers?|m4s?|m3s?"
            r"|m5s?"
            r"|m13( 40)?|m14( 41)?|hussars|lancers|lothians|dragoons|sherwood rangers|dragoon guards|\w+"
            r" dgs?|yeomanry|yeo|chars?|bcc|rcc|tankov\w*|sensha|cuirassiers?"
            r"|corazzat[aeio]|pancern\w*|czolg\w*|panssari(?!n)\w*|harckocsi|pancelos|blindat\w*"
        ),
    ),
    (
        Arm.CAVALRY,
        (
            r"cavalry|cav|horse|mounted|kavallerie\w*|cavalleria|cossacks?|kuban|reiter\w*|squadroni|kawalerii|uh?lan\w*"
            r"|szwolezer\w*|konnych|huszar|rosiori|calarasi"
        ),
    ),
    (
        Arm.INFANTRY,
        (
            r"infantry|inf|foot|rifles?|riflemen|fusiliers?|fusilier|fuesilier|fusil\w*|fus|\w*grenadier\w*|gren|guards|guard|gds|rct"
            r"|\w*infanterie\w*|fanteria|alpini|\w*jager\w*|\w*jaeger\w*|highlanders|borderers|highland"
            r" light|marines?|commandos?"
            r"|rangers?|strelk\w*|smg|tirailleurs|zouaves|chasseurs|ri|bcp|g?rr|r r|\w*jg|ost"
            r" ?(btl|bataillon)|militia|volkssturm|sicherungs\w*|ir|gr"
            r"|landessch\w*"
            r"|fusilieri|legion|piechoty|strzelc\w*|jalkavaki\w*|jaakari\w*|gyalog\w*|vanatori|dorobanti|jr"
        ),
    ),
)
"""Arms by the words that name them. A battalion without such a word is infantry, and the report says so."""

MARK_WORDS: tuple[tuple[SizeMark, str], ...] = (
    (SizeMark.BRIGADE, r"army group royal (canadian )?artillery"),
    (SizeMark.ARMY_GROUP, r"army group|heeresgruppe|ag|gruppo armate"),
    (
        SizeMark.COMPANY,
        (
            r"company|coy|coys|companies|szwadron\w*|\w*(kompanien?|kompania|komppania)|szazad|kp|komp|compania"
            r"|compagnia|compagnies?|rota|battery|batteries|btr?ys?|batterien?|bttr|bateria|batteria"
            r"|cavalry troop|co [a-m]"
        ),
    ),
    (
        SizeMark.BATTALION,
        (
            r"battalions?|bn|bns|batt|btn|btg|btle?s?|\w*bataillone?s?|battaglion[ei]|bon|\w*abteilung(en)?|\w*abt|\w*btl|gruppo|groupe"
            r"|batalion(ul)?|dywizjon|\w*pataljoona|zaszloalj"
            r"|cavalry squadron|wing"
            r"|division(al)? (engineers|signals)"
        ),
    ),
    (
        SizeMark.REGIMENT,
        (
            r"regiments?|regts?|\w*rgte?r?|\w*regt|\w*regiment|reggimento|ri|g?rr|r"
            r" r|g?ar|polk|rtr|rct|pulk|\w*rykmentti|ezred|regimentul|rha|pir|gir|fjr|pgr|iptap|rd? regt"
        ),
    ),
    (
        SizeMark.BRIGADE,
        (
            r"\w*brigaden?|brigades|bdes?|\w*brig|(g|gv)?(t|m|mr|ms|mech|iptab)br|brigata|agra|combat"
            r" command|brygad[ay]|\w*prikaati|dandar|cc"
            r" ?[abr]|kampfgruppe|kg"
            r"|battle ?group|task force|group|gp|gruppe|brigada|raggruppamento"
        ),
    ),
    (
        SizeMark.DIVISION,
        (
            r"dywizj[aei]|\w*divisioona|hadosztaly|divizi[ae]"
            r"|divisions?|div|divisione|divs|\w+division|\w+div|diviziya|ad|id|di|pd|vgd|pgd|pzd|fjd|g?rd|gsd|gcd|dlm|dcr|dim|dlc|abnd"
        ),
    ),
    (SizeMark.CORPS, r"corps|korps|\w*pzk|ak|corpo|\w+korps|korpus|(?<=\d )(tc|mc|gtc|gmc|gcc)|gtc|gmc"),
    (SizeMark.ARMY, r"army|armee|armata|armeegruppe|panzergruppe|panzerarmee|armeeabteilung"),
    (SizeMark.ARMY_GROUP, r"front"),
    (SizeMark.COMPANY, r"squadrons?|sqns?|sqdns?|schwadron|squadrone|escadron|detachment|det"),
    (SizeMark.PLATOON, r"platoon|pl|pln|zug|plotone|troop|trp|vzvod"),
    (SizeMark.SECTION, r"section|gruppe|squad"),
)
"""Sizes by the words that name them."""

FORMATION_MARKS = (
    SizeMark.ARMY_GROUP,
    SizeMark.ARMY,
    SizeMark.CORPS,
    SizeMark.DIVISION,
    SizeMark.BRIGADE,
    SizeMark.REGIMENT,
)
LEVEL_OF = {
    SizeMark.ARMY_GROUP: Level.ARMY_GROUP,
    SizeMark.ARMY: Level.ARMY,
    SizeMark.CORPS: Level.CORPS,
    SizeMark.DIVISION: Level.DIVISION,
    SizeMark.BRIGADE: Level.COMMAND,
    SizeMark.REGIMENT: Level.COMMAND,
}
"""Level of a formation in the order of battle, by its size."""
SMALL_MARKS = frozenset({SizeMark.TEAM, SizeMark.SECTION, SizeMark.PLATOON})

EXPERIENCE_WORDS = {
    "green": Experience.GREEN,
    "inexperienced": Experience.GREEN,
    "raw": Experience.GREEN,
    "regular": Experience.REGULAR,
    "veteran": Experience.VETERAN,
    "veterans": Experience.VETERAN,
    "elite": Experience.ELITE,
}

_TANK_NAMES = (
    r"renaults?( ft)?|somuas?( s35)?|hotchkiss( h3[59])?|toldis?( iia?| i)?|turans?( ii?)?|m11\w*|tankettes?|ha go"
    r"|chi ha|chi nu|shinhoto|7tp|vickers e|tks|r [12]|t ?38|m5a1|jumbos?|m26|pershings?|bt ?42"
)
"""Tanks of the nations' files that no general word covers."""
VEHICLE_WORDS = (
    rf"{_TANK_NAMES}|carri( armati)?|chars?|daimlers?|marmon herringtons?|lorry"
    r"|landsverk\w*( anti)?( ii)?|panhards?( 178)?|panzerjae?gers? i"
    r"|sdkfz ?\d+|opel blitz|zrinyis?|nimrods?|csabas?|l ?3|semoventes?|ab ?4[01]|lancias?|wz ?(29|34)|tacams?|ba ?10|"
    r"tanks?|cars?|\w*spahw\w*|carriers?|half"
    r" ?tracks?|vehicles?|spw|cruisers?|crusaders?|shermans?|fireflys?|cromwells?|churchills?"
    r"|matildas?( ii)?|valentines?|stuarts?|honeys?|lees?|grants?|panthers?|tigers?|pz\w*|panzers?|t 34s?|kv\w*"
    r"|m ?13\w*|m ?14\w*|m4s?|m3s?|m5s?|\w*stugs?|assault"
    r" guns?|jagd\w+|hetzers?|marders?|nashorns?|elefants?|ferdinands?|m10s?|m18s?|m36s?|m7s?"
    r"|achilles|archers?|priests?"
    r"|sextons?|wespen?|hummeln?|afvs?|comets?|challengers?|jeeps?|lorries|trucks?|i?su ?\d+\w?|i?s ?2|t"
    r" ?(26|28|60|70)\w?s?|bt ?[57]s?"
    r"|bm ?(8|13|31)"
    r"|m24s?|m8s?|pumas?|greyhounds?|staghounds?|semoventi|l6|r35|h3[59]|s35|b1( bis)?|\w*tigers?( ii?)?"
)
TANK_WORDS = (
    rf"{_TANK_NAMES}|carri( armati)?|chars?|"
    r"tanks?|cruisers?|crusaders?|shermans?|fireflys?|cromwells?|churchills?|matildas?("
    r" ii)?|valentines?|stuarts?|honeys?"
    r"|lees?|grants?|panthers?|\w*tigers?( ii?)?|pz ?(i|ii|iii|iv|38).*|panzers?|t ?(34|26|28|60|70)\w?s?|bt"
    r" ?[57]s?|i?s ?2|kv\w*"
    r"|m13\w*|m14\w*|m4s?|m3s?|m5s?|comets?"
)
GUN_WORDS = (
    r"\w*guns?|(le?|s)? ?fh( ?18)?|(le|s) ?ig( ?\d+)?|zis ?\d|\w* ?pdrs?|pounders?|\w* ?mm|\w*"
    r" ?cm|howitzers?|\w*mortars?"
    r"|bofors|flak\w*|pak\w*|batteries|\d+ ?(in|inch)\w*"
    r"|rockets?|launchers?|nebelwerfer|obici"
)
MEN_WORDS = r"men|all ranks|ranks|soldiers|strong|personnel|effectives|om|mann"


_SMALL_WORDS = (
    r"and|und|et|e|with|mit|of|the|a|in|on|plus|each|x|all|its|their|them|which|whom|including|incl|davon|darunter|own"
    r"|also|one|two|three|four|five|six|only|now"
)
_READ = (
    r"(panzer|pz|tiger|mk|mark|stug)( [ivx]+)+|(armou?red|armd) (reconnaissance|recce|recon)",
    *(words for _, words in ARM_WORDS),
    *(words for _, words in MARK_WORDS),
    *(VEHICLE_WORDS, GUN_WORDS, MEN_WORDS, TANK_WORDS, "|".join(EXPERIENCE_WORDS)),
)


@lru_cache(maxsize=512)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b({words})\b")


def has(text: str, words: str) -> str:
    """Return the first of the words that occurs in plain text, or ""."""
    match = _pattern(words).search(text)
    return match[0] if match else ""


@lru_cache(maxsize=4096)
def unread(text: str) -> str:
    """Return the words of a text without a meaning for arm, size, strength, experience or nation; "" for none."""
    flat = re.sub(rf"\b({_SMALL_WORDS})\b", " ", plain(text))
    for words in _READ:
        flat = _pattern(words).sub(" ", flat)
    return " ".join(word for word in flat.split() if not re.fullmatch(r"\d+|[a-z]|\d+(st|nd|rd|th|x)", word))


@lru_cache(maxsize=4096)
def arm_of(text: str) -> tuple[Arm, str] | None:
    """Return the arm that a text names, and the word for it."""
    flat = plain(text)
    return next(((arm, word) for arm, words in ARM_WORDS if (word := has(flat, words))), None)


_SELF_PROPELLED = r"sp|sfl|self propelled"
_SHARPER = (
    (frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY}), _SELF_PROPELLED, Arm.SELF_PROPELLED_ARTILLERY),
    (frozenset({Arm.ANTI_TANK}), _SELF_PROPELLED, Arm.SELF_PROPELLED_ANTI_TANK),
    (frozenset({Arm.SELF_PROPELLED_ANTI_TANK}), r"towed|mot z", Arm.ANTI_TANK),
    (
        frozenset({Arm.INFANTRY, Arm.MOTOR_INFANTRY, Arm.LORRIED_INFANTRY}),
        r"gep|gepanzert\w*|spw",
        Arm.ARMOURED_INFANTRY,
    ),
)


def sharpened(arm: Arm, text: str) -> Arm:
    """Return the arm, or the more special one that another word makes of it: field artillery that is self-propelled."""
    flat = plain(text)
    return next((sharper for arms, words, sharper in _SHARPER if arm in arms and has(flat, words)), arm)


_TITLES = re.compile(
    r"([1-9]|1\d|20)(st|nd|rd|th)? (the )?(rifle brigade|(king s |kings )?royal rifle corps)( (london )?rifles)?"
)


def is_of_a_regiment(name: str) -> bool:
    """Return whether the name is a battalion of a British regiment with the word of a larger size in its name: ``2nd
    Rifle Brigade``, ``1st King's Royal Rifle Corps``.
    """
    return _TITLES.fullmatch(plain(name)) is not None


def size_of(name: str) -> SizeMark | None:
    """Return the size in a name; words in brackets count only if no other does: ``13th Regiment, Royal Horse Artillery
    (Honourable Artillery Company)``.
    """
    mark = mark_of(re.sub(r"\([^()]*\)", " ", name)) or mark_of(name)
    return mark[0] if mark else None


@lru_cache(maxsize=4096)
def mark_of(text: str) -> tuple[SizeMark, str] | None:
    """Return the unit size that a text names and the word that names it, or None. A size after ``less`` does not count:
    ``less one squadron``.
    """
    flat = re.sub(r"\b(less|minus|ohne) .*", "", plain(text))
    return next(((mark, word) for mark, words in MARK_WORDS if (word := has(flat, words))), None)
