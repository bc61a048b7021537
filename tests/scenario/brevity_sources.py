"""What the sources list of Operation Brevity, copied by hand of another count than the scenario files: places, ways,
units."""

PLACES = {
    "mersa_matruh": ("31.352", "27.237", "1.0"),
    "sidi_barrani": ("31.611", "25.926", "1.0"),
    "buq_buq": ("31.505", "25.555", "3.0"),
    "sofafi": ("31.28", "25.8", "4.0"),
    "lower_halfaya": ("31.511", "25.2", "2.0"),
    "upper_halfaya": ("31.495", "25.172", "2.0"),
    "sollum": ("31.555", "25.16", "1.0"),
    "sollum_barracks": ("31.553", "25.133", "1.5"),
    "musaid": ("31.563", "25.076", "2.0"),
    "bir_wair": ("31.538", "25.086", "2.0"),
    "capuzzo": ("31.5808", "25.0522", "0.2"),
    "q186": ("31.596", "25.068", "1.0"),
    "pt206": ("31.52", "25.03", "3.0"),
    "hafid": ("31.53", "24.96", "3.0"),
    "sidi_suleiman": ("31.43", "25.11", "4.0"),
    "sidi_omar": ("31.405", "24.925", "3.0"),
    "bir_khireigat": ("31.24", "25.13", "6.0"),
    "sidi_azeiz": ("31.62", "24.9", "4.0"),
    "bardia": ("31.761", "25.087", "1.0"),
    "bardia_fork": ("31.735", "25.035", "3.0"),
    "menastir": ("31.74", "24.93", "5.0"),
    "gasr_el_arid": ("31.74", "24.59", "6.0"),
    "gambut": ("31.87", "24.48", "4.0"),
    "ed_duda": ("31.95", "24.07", "4.0"),
    "maddalena": ("30.82", "24.97", "6.0"),
}
"""Latitude, longitude, expected error in km."""

ROADS = (
    ("mersa_matruh", "sidi_barrani", "coast road", "135.0", "given", "127.6"),
    ("sidi_barrani", "buq_buq", "coast road", "40.8", "est", "37.1"),
    ("buq_buq", "lower_halfaya", "coast road", "37.0", "est", "33.7"),
    ("lower_halfaya", "sollum", "coast road", "6.8", "est", "6.2"),
    ("lower_halfaya", "upper_halfaya", "pass", "5.0", "given", "3.2"),
    ("sollum", "sollum_barracks", "pass", "5.0", "given", "2.6"),
    ("sollum_barracks", "musaid", "metalled road", "6.1", "est", "5.5"),
    ("musaid", "capuzzo", "metalled road", "3.3", "est", "3.0"),
    ("capuzzo", "q186", "metalled road", "2.5", "est", "2.3"),
    ("q186", "bardia_fork", "metalled road", "17.3", "est", "15.8"),
    ("bardia_fork", "bardia", "metalled road", "6.3", "est", "5.7"),
    ("bardia_fork", "menastir", "metalled road", "10.9", "est", "9.9"),
    ("menastir", "gambut", "metalled road", "49.4", "est", "44.9"),
    ("gambut", "ed_duda", "metalled road", "43.7", "est", "39.7"),
    ("upper_halfaya", "sollum_barracks", "track", "8.5", "est", "7.4"),
    ("upper_halfaya", "bir_wair", "track", "10.9", "est", "9.5"),
    ("bir_wair", "musaid", "track", "3.4", "est", "2.9"),
    ("bir_wair", "pt206", "track", "6.5", "est", "5.7"),
    ("pt206", "capuzzo", "track", "8.1", "est", "7.1"),
    ("pt206", "hafid", "desert", "7.1", "est", "6.7"),
    ("pt206", "sidi_suleiman", "desert", "13.2", "est", "12.6"),
    ("upper_halfaya", "sidi_suleiman", "track", "10.7", "est", "9.3"),
    ("sidi_suleiman", "sidi_omar", "track", "20.4", "est", "17.8"),
    ("sidi_suleiman", "bir_khireigat", "track", "24.4", "est", "21.2"),
    ("sidi_omar", "bir_khireigat", "desert", "28.1", "est", "26.8"),
    ("sidi_omar", "hafid", "desert", "15.0", "est", "14.3"),
    ("sidi_omar", "sidi_azeiz", "track", "27.6", "est", "24.0"),
    ("hafid", "sidi_azeiz", "desert", "12.1", "est", "11.5"),
    ("capuzzo", "sidi_azeiz", "track", "17.3", "est", "15.1"),
    ("sidi_azeiz", "gasr_el_arid", "track", "37.1", "est", "32.2"),
    ("gasr_el_arid", "ed_duda", "track", "62.5", "est", "54.4"),
    ("sidi_azeiz", "bardia_fork", "track", "20.8", "est", "18.1"),
    ("sidi_azeiz", "menastir", "track", "15.7", "est", "13.6"),
    ("bir_khireigat", "sofafi", "desert", "67.0", "est", "63.8"),
    ("sofafi", "sidi_barrani", "track", "44.5", "est", "38.7"),
    ("sofafi", "buq_buq", "track", "39.3", "est", "34.2"),
    ("maddalena", "sidi_omar", "track", "75.0", "est", "65.2"),
    ("maddalena", "bir_khireigat", "desert", "51.6", "est", "49.1"),
)
"""From, to, kind, km, given or estimated, km as the crow flies."""

UNITS = {
    "allied": {
        "7th Armoured Brigade Group": (
            "2nd Royal Tank Regiment",
            "7th Support Group column 1",
            "7th Support Group column 2",
            "7th Support Group column 3",
            "11th Hussars",
        ),
        "22nd Guards Brigade Group": (
            "2nd Bn Scots Guards",
            "1st Bn Durham Light Infantry",
            "3rd Bn Coldstream Guards",
            "4th Royal Tank Regiment",
        ),
        "Coast column": ("2nd Bn Rifle Brigade", "8th Field Regiment RA", "2/2nd Australian Anti-Tank"),
    },
    "axis": {
        "Kampfgruppe von Herff": (
            "II./Panzer-Regiment 5",
            "Kradschützen-Bataillon 15, one company",
            "Kradschützen-Bataillon 15 (rest)",
            "8.8 cm Flak elements",
        ),
        "Colonna Montemurro": (
            "2nd Motorcycle Company",
            "6th Company",
            "7th Company, II/62nd",
            "106th 47/32 Gun Company",
            "Bersaglieri company at the Halfaya",
            "Italian battery",
        ),
        "Kampfgruppe Cramer": ("I./Panzer-Regiment 8", "8.8 cm Flak battery"),
        "Reserve before Tobruk": ("German tank battalion", "Ariete"),
    },
}
"""By side and command. The reserve is one line of the source, which names a German and an Italian unit."""

HEADQUARTERS = ("Western Desert Force", "Gott's force", "Deutsches Afrikakorps", "Kampfgruppe von Herff")
TANKS = {"2_rtr": 29, "4_rtr": 24}
"""53 in all."""
