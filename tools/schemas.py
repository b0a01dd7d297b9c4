"""Write the public schemas of Bank, US, Census and Adult-marital into privpfc/data.

    python tools/schemas.py            # write the files
    python tools/schemas.py --check    # only say whether the files are what this script writes

Domains are written down from public documents, not read off the records:

- bank: the attribute list that comes with the data (UCI dataset 222, Moro, Cortez and Rita 2014);
- us: the ACS PUMS data dictionary of the US Census Bureau (1-year file; the 2023 dictionary, with the
  year 2024 added), and the Bureau's list of PUMAs of 2020, which has 35 for Kentucky;
- census: the attribute list that comes with the data (UCI dataset 117); it lacks three states, and the ? that stands for a missing value;
- adult-marital: the schema of Adult, with income and marital status changing places;
- adult-cuts: Adult with other cuts of its numbers, at degrees and round figures.

Cut points are round numbers. Amounts that are zero for most people have zero as an interval of its own.
Numeric intervals are closed on the left; whole numbers end just above the largest value that the document allows.
"""
import argparse
import sys
import tempfile
from pathlib import Path

from privpfc.datasets import load_schema
from privpfc.hierarchy import Hierarchy
from privpfc.schema import Schema

DATA = Path(__file__).resolve().parent.parent / "privpfc" / "data"


def whole(name, *levels):
    "Whole numbers: edges of every level, coarse to fine; the last edge is one above the largest value."
    return Hierarchy.from_edges(name, [list(level) for level in levels], include_end=False, integer=True)


def real(name, *levels):
    "Real numbers: edges of every level, coarse to fine; both ends belong to the domain."
    return Hierarchy.from_edges(name, [list(level) for level in levels])


def tree(name, below):
    "Categories: what lies below the root, as nested dicts and lists."
    return Hierarchy.from_tree(name, {"Any": below})


def stated(schema, listed, measured, **other):
    "The schema with where each domain is known from: a list of values, or what is said of a number, or a source of its own."
    sources = {a.name: measured if a.kind == "numeric" else listed for a in schema.attributes} | {schema.label: listed}
    return schema.confirm(sources | other)


def words(text):
    "A list of codes from one string."
    return text.split()


# --- Bank -------------------------------------------------------------------------------------------------------------------------

def bank():
    "UCI bank marketing, bank-additional-full: 20 predictors of whether a client subscribes a term deposit."
    yes_no = {"Known": ["no", "yes"], "unknown": {}}
    quarters = {"Jan-Mar": ["jan", "feb", "mar"], "Apr-Jun": ["apr", "may", "jun"], "Jul-Sep": ["jul", "aug", "sep"],
                "Oct-Dec": ["oct", "nov", "dec"]}
    attributes = [
        whole("age", [16, 30, 60, 101], [16, 30, 40, 50, 60, 101], [16, *range(20, 85, 5), 101]),
        tree("job", {"Office": {"Leading": ["management", "entrepreneur", "self-employed"], "Staff": ["admin.", "technician"]},
                     "Manual": {"Hands-on": ["blue-collar", "services", "housemaid"]},
                     "Not-working": {"Learning-or-retired": ["student", "retired"], "Out-of-work": ["unemployed", "unknown"]}}),
        tree("marital", {"married": {}, "Not-married": ["single", "divorced", "unknown"]}),
        tree("education", {"Up-to-9-years": {"Up-to-4-years": ["illiterate", "basic.4y"], "From-6-to-9-years": ["basic.6y", "basic.9y"]},
                           "More": {"Secondary": ["high.school", "professional.course"], "Tertiary": ["university.degree"]},
                           "unknown": {}}),
        tree("default", yes_no),
        tree("housing", yes_no),
        tree("loan", yes_no),
        tree("contact", ["cellular", "telephone"]),
        tree("month", quarters),
        tree("day_of_week", {"Early": ["mon", "tue"], "Late": ["wed", "thu", "fri"]}),
        whole("duration", [0, 240, 600, 7201], [0, 120, 240, 360, 600, 900, 7201],
              [0, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1800, 7201]),
        whole("campaign", [1, 2, 4, 101], [1, 2, 3, 4, 6, 11, 101]),
        whole("pdays", [0, 999, 1000], [0, 7, 14, 999, 1000], [0, 3, 5, 7, 10, 14, 28, 999, 1000]),
        whole("previous", [0, 1, 51], [0, 1, 2, 3, 51], [0, 1, 2, 3, 4, 6, 51]),
        tree("poutcome", {"nonexistent": {}, "Contacted": ["failure", "success"]}),
        real("emp.var.rate", [-5, 0, 5], [-5, -2, 0, 2, 5], [-5, -3, -2, -1, 0, 1, 2, 5]),
        real("cons.price.idx", [90, 93.5, 100], [90, 93, 93.5, 94, 100], [90, 92, 92.5, 93, 93.5, 94, 94.5, 95, 100]),
        real("cons.conf.idx", [-60, -40, 0], [-60, -45, -40, -35, 0], [-60, -50, -45, -40, -35, -30, -25, 0]),
        real("euribor3m", [0, 3, 6], [0, 1.5, 3, 4.5, 6], [0, 0.75, 1, 1.25, 1.5, 2, 3, 4, 4.5, 5, 6]),
        real("nr.employed", [4900, 5100, 5300], [4900, 5000, 5100, 5200, 5300], [*range(4900, 5301, 50)]),
    ]
    names = "UCI data set 222, bank-additional-names.txt"
    schema = Schema(attributes, "y", ("no", "yes"))
    return stated(schema, f"{names}: list of values", f"{names}: a number; round limits beyond what it can be",
                  pdays=f"{names}: days, 999 = not contacted before", month=f"{names}: months of the year")


# --- US: American Community Survey ------------------------------------------------------------------------------------------------
# Occupation, industry and field-of-degree codes by the group that the dictionary prints in front of the label
# (the first two digits for the field of degree).

OCCUPATIONS = {
    "MGR": "10 20 40 51 52 60 101 102 110 120 135 136 137 140 150 160 205 220 230 300 310 335 340 350 360 410 420 425 440",
    "BUS": "500 510 520 530 540 565 600 630 640 650 700 705 710 725 726 735 750",
    "FIN": "800 810 820 830 845 850 860 900 910 930 940 960",
    "CMM": "1005 1006 1007 1010 1021 1022 1031 1032 1050 1065 1105 1106 1108 1200 1220 1240",
    "ENG": "1305 1306 1310 1320 1340 1350 1360 1400 1410 1420 1430 1440 1450 1460 1520 1530 1541 1545 1551 1555 1560",
    "SCI": "1600 1610 1640 1650 1700 1710 1720 1745 1750 1760 1800 1821 1822 1825 1840 1860 1900 1910 1920 1935 1970 1980",
    "CMS": "2001 2002 2003 2004 2005 2006 2011 2012 2013 2014 2015 2016 2025 2040 2050 2060",
    "LGL": "2100 2105 2145 2170 2180",
    "EDU": "2205 2300 2310 2320 2330 2350 2360 2400 2435 2440 2545 2555",
    "ENT": (
        "2600 2631 2632 2633 2634 2635 2636 2640 2700 2710 2721 2722 2723 2740 2751 2752 2755 2770 2805 2810 2825 2830 2840 "
        "2850 2861 2862 2865 2905 2910 2920"
    ),
    "MED": (
        "3000 3010 3030 3040 3050 3090 3100 3110 3120 3140 3150 3160 3200 3210 3220 3230 3245 3250 3255 3256 3258 3261 3270 "
        "3300 3310 3321 3322 3323 3324 3330 3401 3402 3421 3422 3423 3424 3430 3500 3515 3520 3545 3550"
    ),
    "HLS": "3601 3602 3603 3605 3610 3620 3630 3640 3645 3646 3647 3648 3649 3655",
    "PRT": "3700 3710 3720 3725 3740 3750 3801 3802 3820 3840 3870 3900 3910 3930 3940 3945 3946 3960",
    "EAT": "4000 4010 4020 4030 4040 4055 4110 4120 4130 4140 4150 4160",
    "CLN": "4200 4210 4220 4230 4240 4251 4252 4255",
    "PRS": "4330 4340 4350 4400 4420 4435 4461 4465 4500 4510 4521 4522 4525 4530 4540 4600 4621 4622 4640 4655",
    "SAL": "4700 4710 4720 4740 4750 4760 4800 4810 4820 4830 4840 4850 4900 4920 4930 4940 4950 4965",
    "OFF": (
        "5000 5010 5020 5040 5100 5110 5120 5140 5150 5160 5165 5220 5230 5240 5250 5260 5300 5310 5320 5330 5340 5350 5360 "
        "5400 5410 5420 5500 5510 5521 5522 5530 5540 5550 5560 5600 5610 5630 5710 5720 5730 5740 5810 5820 5840 5850 5860 "
        "5900 5910 5920 5940"
    ),
    "FFF": "6005 6010 6040 6050 6115 6120 6130",
    "CON": (
        "6200 6210 6220 6230 6240 6250 6260 6305 6330 6355 6360 6400 6410 6441 6442 6460 6515 6520 6530 6540 6600 6660 6700 "
        "6710 6720 6730 6740 6765"
    ),
    "EXT": "6800 6825 6835 6850 6950",
    "RPR": (
        "7000 7010 7020 7030 7040 7100 7120 7130 7140 7150 7160 7200 7210 7220 7240 7260 7300 7315 7320 7330 7340 7350 7360 "
        "7410 7420 7430 7510 7540 7560 7610 7640"
    ),
    "PRD": (
        "7700 7720 7730 7740 7750 7800 7810 7830 7840 7850 7855 7905 7925 7950 8000 8025 8030 8040 8100 8130 8140 8225 8250 "
        "8255 8256 8300 8310 8320 8335 8350 8365 8450 8465 8500 8510 8530 8540 8555 8600 8610 8620 8630 8640 8650 8710 8720 "
        "8730 8740 8750 8760 8800 8810 8830 8850 8910 8920 8930 8940 8950 8990"
    ),
    "TRN": (
        "9005 9030 9040 9050 9110 9121 9122 9130 9141 9142 9150 9210 9240 9265 9300 9310 9350 9365 9410 9415 9430 9510 9570 "
        "9600 9610 9620 9630 9640 9645 9650 9720 9760"
    ),
    "MIL": "9800 9810 9825 9830",
}

INDUSTRIES = {
    "AGR": "170 180 190 270 280 290",
    "EXT": "370 380 390 470 490",
    "UTL": "570 580 590 670 680 690",
    "CON": "770",
    "MFG": (
        "1070 1080 1090 1170 1180 1190 1270 1280 1290 1370 1390 1470 1480 1490 1570 1590 1670 1691 1770 1790 1870 1880 1890 "
        "1990 2070 2090 2170 2180 2190 2270 2280 2290 2370 2380 2390 2470 2480 2490 2570 2590 2670 2680 2690 2770 2780 2790 "
        "2870 2880 2890 2970 2980 2990 3070 3080 3095 3170 3180 3291 3365 3370 3380 3390 3470 3490 3570 3580 3590 3670 3680 "
        "3690 3770 3780 3790 3875 3895 3960 3970 3980 3990"
    ),
    "WHL": "4070 4080 4090 4170 4180 4195 4265 4270 4280 4290 4370 4380 4390 4470 4480 4490 4560 4570 4580 4585 4590",
    "RET": (
        "4670 4681 4691 4771 4796 4871 4881 4891 4971 4973 4981 4991 5071 5081 5090 5171 5181 5191 5276 5281 5296 5371 5382 "
        "5392 5471 5481 5491 5571 5581 5680 5791"
    ),
    "TRN": "6070 6080 6090 6170 6180 6190 6270 6280 6290 6370 6380 6390",
    "INF": "6471 6481 6490 6570 6590 6671 6680 6690 6695 6770 6781",
    "FIN": "6871 6881 6890 6970 6991 6992 7071 7072 7080 7181 7190",
    "PRF": "7270 7280 7290 7370 7380 7390 7460 7470 7480 7490 7570 7580 7590 7670 7680 7690 7770 7780 7790",
    "EDU": "7860 7870 7880 7890",
    "MED": "7970 7980 7990 8070 8080 8090 8170 8180 8191 8192 8270 8290",
    "SCA": "8370 8380 8390 8470",
    "ENT": "8561 8562 8563 8564 8570 8580 8590 8660 8670 8680 8690",
    "SRV": "8770 8780 8790 8870 8891 8970 8980 8990 9070 9080 9090 9160 9170 9180 9190 9290",
    "ADM": "9370 9380 9390 9470 9480 9490 9570 9590",
    "MIL": "9670 9680 9690 9770 9780 9790 9870",
}

FIELDS_OF_DEGREE = {
    "11": "1100 1101 1102 1103 1104 1105 1106 1107 1199",
    "13": "1301 1302 1303",
    "14": "1401",
    "15": "1501",
    "19": "1901 1902 1903 1904",
    "20": "2001",
    "21": "2100 2101 2102 2105 2106 2107",
    "22": "2201",
    "23": "2300 2301 2303 2304 2305 2306 2307 2308 2309 2310 2311 2312 2313 2314 2399",
    "24": "2400 2401 2402 2403 2404 2405 2406 2407 2408 2409 2410 2411 2412 2413 2414 2415 2416 2417 2418 2419 2499",
    "25": "2500 2501 2502 2503 2504 2599",
    "26": "2601 2602 2603",
    "29": "2901",
    "32": "3202",
    "33": "3301 3302",
    "34": "3401 3402",
    "35": "3501",
    "36": "3600 3601 3602 3603 3604 3605 3606 3607 3608 3609 3611 3699",
    "37": "3700 3701 3702",
    "38": "3801",
    "40": "4000 4001 4002 4005 4006 4007 4009",
    "41": "4101",
    "48": "4801",
    "49": "4901",
    "50": "5000 5001 5002 5003 5004 5005 5006 5007 5008 5098",
    "51": "5102",
    "52": "5200 5201 5202 5203 5205 5206 5299",
    "53": "5301",
    "54": "5401 5402 5403 5404",
    "55": "5500 5501 5502 5503 5504 5505 5506 5507 5599",
    "56": "5601",
    "57": "5701",
    "59": "5901",
    "60": "6000 6001 6002 6003 6004 6005 6006 6007 6099",
    "61": "6100 6102 6103 6104 6105 6106 6107 6108 6109 6110 6199",
    "62": "6200 6201 6202 6203 6204 6205 6206 6207 6209 6210 6211 6212 6299",
    "64": "6402 6403",
}

# States by census division, FIPS codes without leading zeros; Kentucky (21) is left out, its neighbours are starred in `us`.
STATES = {
    "Northeast": "9 23 25 33 34 36 42 44 50",
    "Midwest": "17 18 19 20 26 27 29 31 38 39 46 55",
    "South": "1 5 10 11 12 13 22 24 28 37 40 45 47 48 51 54",
    "West": "2 4 6 8 15 16 30 32 35 41 49 53 56",
}
NEIGHBOURS = "17 18 29 39 47 51 54"  # Illinois, Indiana, Missouri, Ohio, Tennessee, Virginia, West Virginia
ABROAD = {  # 72 is Puerto Rico, 555 the island areas and at sea
    "Europe": "109 110 111 113 114 120 134 138 139 163 164",
    "Asia": "200 207 210 214 215 217 229 231 233 235 240 242 243 245 247 251 252 253",
    "America": "72 301 303 312 313 314 317 327 329 332 333 344 362 364 365 370 373 374",
    "Africa-Oceania": "414 416 427 440 467 468 469 501 555",
}
NONE = "NotApplicable"


def us_work():
    "Work and school attributes of the US schema, by name."
    occupation = {
        "No-occupation": {NONE: {}, "9920": {}},
        "Professional": {"Management-business": ["MGR", "BUS", "FIN"], "Science-engineering": ["CMM", "ENG", "SCI"],
                         "Community-education-arts": ["CMS", "LGL", "EDU", "ENT"], "Health-practitioners": ["MED"]},
        "Service-sales-office": {"Services": ["HLS", "PRT", "EAT", "CLN", "PRS"], "Sales": ["SAL"], "Office": ["OFF"]},
        "Manual": {"Natural-resources-construction": ["FFF", "CON", "EXT", "RPR"], "Production": ["PRD"], "Transport": ["TRN"],
                   "Military": ["MIL"]},
    }
    industry = {
        "No-industry": {NONE: {}, "9920": {}},
        "Goods-transport": {"Natural-resources": ["AGR", "EXT"], "Construction-utilities": ["CON", "UTL"], "Manufacturing": ["MFG"],
                            "Wholesale-transport": ["WHL", "TRN"]},
        "Business-public": {"Information-finance": ["INF", "FIN"], "Professional-services": ["PRF"], "Education-health": ["EDU", "MED"],
                            "Public-administration": ["ADM", "MIL"]},
        "Trade-leisure-care": {"Retail": ["RET"], "Leisure": ["ENT"], "Other-services": ["SRV", "SCA"]},
    }
    field = {
        NONE: {},
        "Technical-business-health": {"Science": words("11 13 36 37 50 51"), "Engineering-computing": words("14 21 24 25 56 57 59"),
                                      "Business": ["62"], "Health": ["61"]},
        "Education-arts-social": {"Education": ["23"], "Social": words("15 29 32 38 40 41 52 53 54 55"),
                                  "Arts-humanities": words("19 20 22 26 33 34 35 48 49 60 64")},
    }

    def filled(groups, codes, prefix=""):
        "The tree with every group name of the last inner level replaced by its codes."
        return {top: {mid: {prefix + g: words(codes[g]) for g in inner} if inner else {} for mid, inner in below.items()}
                for top, below in groups.items()}

    return {
        "FOD1P": tree("FOD1P", filled(field, FIELDS_OF_DEGREE, "Field-")),
        "INDP": tree("INDP", filled(industry, INDUSTRIES)),
        "OCCP": tree("OCCP", filled(occupation, OCCUPATIONS)),
        "SCHL": whole("SCHL", [1, 21, 25], [1, 16, 18, 21, 25], [1, 12, 16, 18, 20, 21, 22, 25], range(1, 26)),
        "ESR": tree("ESR", {"Working": {"Civilian": ["1", "2"], "Armed-forces": ["4", "5"]}, "Not-working": ["3", "6"]}),
        "COW": tree("COW", {"Employee": {"Private": ["1", "2"], "Government": ["3", "4", "5"]},
                            "Own-business": {"Self-employed": ["6", "7", "8"]},
                            "No-work": {"None": ["9", NONE]}}),
        "WKHP": whole("WKHP", [0, 1, 35, 100], [0, 1, 35, 41, 100], [0, 1, 20, 35, 40, 41, 50, 60, 100]),
        "WKWN": whole("WKWN", [0, 1, 50, 53], [0, 1, 27, 50, 53], [0, 1, 14, 27, 40, 48, 50, 52, 53]),
        "JWMNP": whole("JWMNP", [0, 1, 201], [0, 1, 15, 30, 201], [0, 1, 5, 10, 15, 20, 30, 45, 60, 90, 201]),
        "JWTRNS": tree("JWTRNS", {NONE: {}, "Commute": {"1": {}, "Transit": words("2 3 4 5 6 7"), "Other": words("8 9 10 12")}, "11": {}}),
        "MIL": tree("MIL", {"Served": ["1", "2", "3"], "Never": ["4", NONE]}),
    }


def us_person():
    "Personal attributes of the US schema, by name."
    two = ["1", "2"]
    far = {region: [code for code in words(codes) if code not in words(NEIGHBOURS)] for region, codes in STATES.items()}
    pumas = {"Cities": {"Louisville": words("01701 01702 01703 01704 01705 01706"), "Lexington": words("01901 01902 01903")},
             "Elsewhere": {"001-008": [f"{i:03}00" for i in range(1, 9)], "009-016": [f"{i:03}00" for i in range(9, 17)],
                           "018-028": [f"{i:03}00" for i in (18, *range(20, 29))]}}
    return {
        "SPORDER": whole("SPORDER", [1, 2, 21], [1, 2, 3, 5, 21], [1, 2, 3, 4, 5, 6, 8, 21]),
        "PUMA": tree("PUMA", pumas),
        "AGEP": whole("AGEP", [16, 25, 65, 100], [16, 25, 35, 45, 55, 65, 75, 100], [16, *range(20, 90, 5), 100]),
        "SEX": tree("SEX", two),
        "RAC1P": tree("RAC1P", {"1": {}, "Other": {"2": {}, "6": {}, "Native-Pacific": ["3", "4", "5", "7"], "Else": ["8", "9"]}}),
        "HISP": tree("HISP", {"1": {}, "Hispanic": {"2": {}, "Caribbean": words("3 4 5"), "Central-America": words("6 7 8 9 10 11 12"),
                                                    "South-America": words("13 14 15 16 17 18 19 20 21 22"), "Else": ["23", "24"]}}),
        "CIT": tree("CIT", {"Native": ["1", "2", "3"], "Foreign-born": ["4", "5"]}),
        "NATIVITY": tree("NATIVITY", two),
        "LANX": tree("LANX", two),
        "ENG": tree("ENG", {NONE: {}, "Well": ["1", "2"], "Not-well": ["3", "4"]}),
        "MAR": tree("MAR", {"1": {}, "Not-married": {"Formerly": ["2", "3", "4"], "5": {}}}),
        "FER": tree("FER", {NONE: {}, "Asked": two}),
        "MIGSP": tree("MIGSP", {NONE: {}, "21": {}, "Elsewhere": {"Neighbour": words(NEIGHBOURS), **far,
                                                                  **{part: words(codes) for part, codes in ABROAD.items()}}}),
        **{name: tree(name, two) for name in ("HICOV", "PRIVCOV", "PUBCOV", "DIS", "DEAR", "DEYE", "DREM", "DPHY")},
    }


def us_home():
    "Household attributes of the US schema, by name."
    return {
        "TEN": tree("TEN", {"Owner": ["1", "2"], "Renter": ["3", "4"], NONE: {}}),
        "VALP": whole("VALP", [0, 1, 200_000, 10_000_000], [0, 1, 100_000, 200_000, 350_000, 10_000_000],
                      [0, 1, 50_000, 100_000, 150_000, 200_000, 275_000, 350_000, 500_000, 750_000, 1_000_000, 10_000_000]),
        "RNTP": whole("RNTP", [0, 1, 100_000], [0, 1, 750, 1500, 100_000], [0, 1, 250, 500, 750, 1000, 1250, 1500, 2000, 3000, 100_000]),
        "MV": tree("MV", {NONE: {}, "Up-to-4-years": ["1", "2", "3"], "Longer": ["4", "5", "6", "7"]}),
        "BDSP": whole("BDSP", [0, 3, 4, 100], [0, 1, 2, 3, 4, 5, 6, 100]),
        "RMSP": whole("RMSP", [0, 6, 100], [0, 1, 4, 6, 8, 100], [*range(11), 100]),
        "YRBLT": whole("YRBLT", [0, 1, 1980, 2025], [0, 1, 1940, 1960, 1980, 2000, 2025],
                       [0, 1, *range(1940, 2021, 10), 2021, 2022, 2023, 2024, 2025]),
        "BLD": tree("BLD", {"House": {"One-family": ["2", "3"]}, "Apartments": {"Up-to-9": ["4", "5", "6"], "10-or-more": ["7", "8", "9"]},
                            "Other-dwelling": {"Mobile": ["1", "10"], NONE: {}}}),
        "HHT": tree("HHT", {"1": {}, "Other-household": {"Other-family": ["2", "3"], "Alone": ["4", "6"], "Not-alone": ["5", "7"]},
                            NONE: {}}),
        "HHL": tree("HHL", {NONE: {}, "1": {}, "Not-English": ["2", "3", "4", "5"]}),
        "MULTG": tree("MULTG", [NONE, "1", "2"]),
        "NP": whole("NP", [1, 3, 21], [1, 2, 3, 4, 5, 21], [1, 2, 3, 4, 5, 6, 7, 8, 21]),
        "NPF": whole("NPF", [0, 1, 21], [0, 1, 3, 5, 21], [0, 1, 3, 4, 5, 6, 7, 8, 21]),
        "TYPEHUGQ": tree("TYPEHUGQ", {"1": {}, "Group-quarters": ["2", "3"]}),
    }


US_COLUMNS = words(
    "SPORDER PUMA AGEP SEX RAC1P HISP CIT NATIVITY LANX ENG SCHL FOD1P MAR FER ESR INDP OCCP COW WKHP WKWN JWMNP JWTRNS MIGSP HICOV "
    "PRIVCOV PUBCOV DIS DEAR DEYE DREM DPHY MIL TEN VALP RNTP MV BDSP RMSP YRBLT BLD HHT HHL MULTG NP NPF TYPEHUGQ"
)


def us():
    "ACS PUMS, Kentucky, persons of 16 and over: 46 predictors of an income above 50,000 dollars."
    known = us_person() | us_work() | us_home()
    schema = Schema([known[name] for name in US_COLUMNS], "income", ("<=50K", ">50K"))
    book = "ACS PUMS data dictionary 2023, 1-year file"
    blank = {name: f"{book}: range of the number, and 0 for a blank (not applicable)"
             for name in words("WKHP WKWN JWMNP VALP RNTP BDSP RMSP NPF")}
    return stated(schema, f"{book}: list of codes", f"{book}: range of the number", **blank,
                  PUMA="Census Bureau, 2020_PUMA_Names.txt: the 35 PUMAs of Kentucky", SCHL=f"{book}: list of codes, in order",
                  YRBLT=f"{book}: list of periods, and the year 2024; 0 for a blank (not applicable)",
                  income="two classes, by PINCP in the data dictionary")


# --- Census-Income (KDD) ----------------------------------------------------------------------------------------------------------

OUT = "Not in universe"


def census_work():
    "Work attributes of the Census schema."
    codes = lambda first, last: [str(i) for i in range(first, last + 1)]
    return [
        tree("class_of_worker", {"No-work": {"None": [OUT, "Never worked", "Without pay"]},
                                 "Employee": {"Private": {}, "Government": ["Federal government", "State government", "Local government"]},
                                 "Own-business": {"Self-employed": ["Self-employed-not incorporated", "Self-employed-incorporated"]}}),
        tree("detailed_industry_recode", {
            "0": {},
            "Goods": {"Agriculture-mining": ["1", "2", "3", "46"], "Construction": ["4"],
                      "Durable-goods": codes(5, 18), "Nondurable-goods": codes(19, 28)},
            "Services": {"Transport-utilities": codes(29, 31), "Trade": ["32", "33"], "Finance": ["34", "35"],
                         "Business-personal": codes(36, 40), "Professional": codes(41, 45), "Public": codes(47, 51)}}),
        tree("detailed_occupation_recode", {
            "0": {},
            "White-collar": {"Managers": codes(1, 3), "Professionals": codes(4, 12), "Technicians": codes(13, 15),
                             "Sales-workers": codes(16, 20),
                             "Clerks": codes(21, 26)},
            "Other": {"Service": codes(27, 32), "Craft": codes(33, 35), "Operators": codes(36, 42), "Farm": codes(43, 45), "46": {}}}),
    ]


def census_person():
    "Education and personal attributes of the Census schema, up to union membership and unemployment."
    return [
        tree("education", {
            "Children": {},
            "No-diploma": {"Up-to-8th-grade": ["Less than 1st grade", "1st 2nd 3rd or 4th grade", "5th or 6th grade", "7th and 8th grade"],
                           "9th-to-12th-grade": ["9th grade", "10th grade", "11th grade", "12th grade no diploma"]},
            "High-school": {"High school graduate": {},
                            "Some-college": ["Some college but no degree", "Associates degree-occup /vocational",
                                             "Associates degree-academic program"]},
            "College": {"Bachelors degree(BA AB BS)": {},
                        "Graduate": ["Masters degree(MA MS MEng MEd MSW MBA)", "Prof school degree (MD DDS DVM LLB JD)",
                                     "Doctorate degree(PhD EdD)"]}}),
        whole("wage_per_hour", [0, 1, 10_000], [0, 1, 750, 1500, 10_000], [0, 1, 500, 750, 1000, 1500, 2000, 3000, 10_000]),
        tree("enroll_in_edu_inst_last_wk", {OUT: {}, "Enrolled": ["High school", "College or university"]}),
        tree("marital_stat", {"Spouse-present": {"Married": ["Married-civilian spouse present", "Married-A F spouse present"]},
                              "No-spouse": {"Never married": {}, "Formerly-or-apart": ["Divorced", "Widowed", "Separated",
                                                                                       "Married-spouse absent"]}}),
        tree("major_industry_code", {
            "Not in universe or children": {},
            "Goods": {"Primary": ["Agriculture", "Forestry and fisheries", "Mining"],
                      "Secondary": ["Construction", "Manufacturing-durable goods", "Manufacturing-nondurable goods"]},
            "Services": {"Infrastructure": ["Transportation", "Communications", "Utilities and sanitary services"],
                         "Trade": ["Wholesale trade", "Retail trade"],
                         "Business": ["Finance insurance and real estate", "Business and repair services"],
                         "Personal": ["Personal services except private HH", "Private household services", "Entertainment"],
                         "Professional": ["Hospital services", "Medical except hospital", "Education", "Social services",
                                          "Other professional services"],
                         "Public": ["Public administration", "Armed Forces"]}}),
        tree("major_occupation_code", {
            OUT: {},
            "White-collar": {"Upper": ["Executive admin and managerial", "Professional specialty", "Technicians and related support"],
                             "Sales-and-clerical": ["Sales", "Adm support including clerical"]},
            "Other": {"Service": ["Other service", "Private household services", "Protective services"],
                      "Manual": ["Precision production craft & repair", "Machine operators assmblrs & inspctrs",
                                 "Handlers equip cleaners etc",
                                 "Transportation and material moving", "Farming forestry and fishing"],
                      "Armed Forces": {}}}),
        tree("race", {"White": {}, "Other-race": ["Black", "Asian or Pacific Islander", "Amer Indian Aleut or Eskimo", "Other"]}),
        tree("hispanic_origin", {"All other": {},
                                 "Hispanic": {"Mexican": ["Mexican-American", "Mexican (Mexicano)", "Chicano"],
                                              "Other-Hispanic": ["Central or South American", "Puerto Rican", "Other Spanish", "Cuban"]},
                                 "Not-known": ["NA", "Do not know"]}),
        tree("sex", ["Female", "Male"]),
        tree("member_of_a_labor_union", {OUT: {}, "Asked": ["No", "Yes"]}),
        tree("reason_for_unemployment", {OUT: {}, "Unemployed": {"Lost": ["Other job loser", "Job loser - on layoff"],
                                                                 "Left-or-entered": ["Job leaver", "Re-entrant", "New entrant"]}}),
        tree("full_or_part_time_employment_stat", {
            "Children or Armed Forces": {},
            "Working": {"Full-time schedules": {}, "Part-time": ["PT for non-econ reasons usually FT", "PT for econ reasons usually PT",
                                                                 "PT for econ reasons usually FT"]},
            "Not-working": {"Not in labor force": {}, "Looking": ["Unemployed full-time", "Unemployed part- time"]}}),
        whole("capital_gains", [0, 1, 100_000], [0, 1, 5000, 15_000, 100_000],
              [0, 1, 1000, 3000, 5000, 7500, 10_000, 15_000, 25_000, 50_000, 100_000]),
        whole("capital_losses", [0, 1, 10_000], [0, 1, 1500, 2000, 10_000], [0, 1, 500, 1000, 1500, 1750, 2000, 2500, 3000, 10_000]),
        whole("dividends_from_stocks", [0, 1, 100_000], [0, 1, 500, 5000, 100_000],
              [0, 1, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 100_000]),
        tree("tax_filer_stat", {"Nonfiler": {}, "Joint": ["Joint both under 65", "Joint one under 65 & one 65+", "Joint both 65+"],
                                "Alone": ["Single", "Head of household"]}),
    ]


US_REGIONS = {
    "Northeast": ["Connecticut", "Maine", "Massachusetts", "New Hampshire", "New Jersey", "New York", "Pennsylvania", "Rhode Island",
                  "Vermont"],
    "Midwest": ["Illinois", "Indiana", "Iowa", "Kansas", "Michigan", "Minnesota", "Missouri", "Nebraska", "North Dakota", "Ohio",
                "South Dakota", "Wisconsin"],
    "South": ["Alabama", "Arkansas", "Delaware", "District of Columbia", "Florida", "Georgia", "Kentucky", "Louisiana", "Maryland",
              "Mississippi", "North Carolina", "Oklahoma", "South Carolina", "Tennessee", "Texas", "Virginia", "West Virginia"],
    "West": ["Alaska", "Arizona", "California", "Colorado", "Hawaii", "Idaho", "Montana", "Nevada", "New Mexico", "Oregon", "Utah",
             "Washington", "Wyoming"],
}
COUNTRIES = {
    "United-States": {},
    "America": {"Middle-America": ["Mexico", "El-Salvador", "Guatemala", "Honduras", "Nicaragua", "Panama"],
                "Caribbean": ["Puerto-Rico", "Outlying-U S (Guam USVI etc)", "Cuba", "Dominican-Republic", "Haiti", "Jamaica",
                              "Trinadad&Tobago"],
                "South-America": ["Columbia", "Ecuador", "Peru"], "Canada": {}},
    "Elsewhere": {"Europe": ["England", "Scotland", "Ireland", "France", "Holand-Netherlands", "Germany", "Poland", "Hungary", "Yugoslavia",
                             "Italy", "Greece", "Portugal"],
                  "Asia": ["China", "Hong Kong", "Taiwan", "Japan", "South Korea", "Philippines", "Vietnam", "Laos", "Cambodia", "Thailand",
                           "India", "Iran"],
                  "?": {}},
}


def family_tree():
    "The detailed household and family statuses, by the place in the household."
    def kin(who, ages):
        return [f"{who} {status}" for status in ages]
    child_young = ["never marr not in subfamily", "never marr RP of subfamily", "ever marr not in subfamily", "ever marr RP of subfamily",
                   "spouse of subfamily RP"]
    return {
        "Head-or-spouse": {"Head": ["Householder", "Nonfamily householder"], "Spouse of householder": {}},
        "Child-or-grandchild": {
            "Child-under-18": kin("Child <18", child_young),
            "Child-18-or-over": kin("Child 18+", ["never marr Not in a subfamily", "never marr RP of subfamily",
                                                  "ever marr Not in a subfamily",
                                                  "ever marr RP of subfamily", "spouse of subfamily RP"]),
            "Grandchild": kin("Grandchild <18", ["never marr not in subfamily", "never marr child of subfamily RP",
                                                 "never marr RP of subfamily",
                                                 "ever marr not in subfamily"])
            + kin("Grandchild 18+", ["never marr not in subfamily", "never marr RP of subfamily", "ever marr not in subfamily",
                                     "ever marr RP of subfamily", "spouse of subfamily RP"])},
        "Other": {
            "Other-relative": kin("Other Rel <18", ["never marr not in subfamily", "never marr child of subfamily RP",
                                                    "never married RP of subfamily", "ever marr not in subfamily",
                                                    "ever marr RP of subfamily",
                                                    "spouse of subfamily RP"])
            + kin("Other Rel 18+", ["never marr not in subfamily", "never marr RP of subfamily", "ever marr not in subfamily",
                                    "ever marr RP of subfamily", "spouse of subfamily RP"]),
            "Not-related": ["Secondary individual", "RP of unrelated subfamily", "Spouse of RP of unrelated subfamily",
                            "Child under 18 of RP of unrel subfamily", "In group quarters"]},
    }


def census_home():
    "Residence, migration and family attributes of the Census schema, and what follows them."
    still = {"?": {}, "Stayed": ["Nonmover", OUT]}
    regions = list(US_REGIONS)
    return [
        tree("region_of_previous_residence", {OUT: {}, "Moved": [*regions, "Abroad"]}),
        tree("state_of_previous_residence", {OUT: {}, "Moved": {**US_REGIONS, "Not-a-state": ["Abroad", "?"]}}),
        tree("detailed_household_and_family_stat", family_tree()),
        tree("detailed_household_summary_in_household", {
            "Head-or-spouse": ["Householder", "Spouse of householder"],
            "Child": ["Child under 18 never married", "Child under 18 ever married", "Child 18 or older"],
            "Other": ["Other relative of householder", "Nonrelative of householder", "Group Quarters- Secondary individual"]}),
        tree("migration_code_change_in_msa", {**still, "Moved": ["MSA to MSA", "MSA to nonMSA", "NonMSA to MSA", "NonMSA to nonMSA",
                                                                 "Abroad to MSA", "Abroad to nonMSA", "Not identifiable"]}),
        tree("migration_code_change_in_reg", {**still, "Moved": {"Near": ["Same county", "Different county same state"],
                                                                 "Far": ["Different state same division", "Different division same region",
                                                                         "Different region", "Abroad"]}}),
        tree("migration_code_move_within_reg", {**still, "Moved": {"Near": ["Same county", "Different county same state"],
                                                                   "Far": [*(f"Different state in {region}" for region in regions),
                                                                           "Abroad"]}}),
        tree("live_in_this_house_1_year_ago", ["Not in universe under 1 year old", "Yes", "No"]),
        tree("migration_prev_res_in_sunbelt", {"?": {}, OUT: {}, "Moved": ["No", "Yes"]}),
        whole("num_persons_worked_for_employer", [0, 1, 7], [0, 1, 3, 5, 7], range(8)),
        tree("family_members_under_18", {OUT: {}, "Both parents present": {},
                                         "Fewer-parents": ["Mother only present", "Father only present", "Neither parent present"]}),
        tree("country_of_birth_father", COUNTRIES),
        tree("country_of_birth_mother", COUNTRIES),
        tree("country_of_birth_self", COUNTRIES),
        tree("citizenship", {"Native": ["Native- Born in the United States", "Native- Born abroad of American Parent(s)",
                                        "Native- Born in Puerto Rico or U S Outlying"],
                             "Foreign-born": ["Foreign born- Not a citizen of U S", "Foreign born- U S citizen by naturalization"]}),
        tree("own_business_or_self_employed", {"0": {}, "Asked": ["1", "2"]}),
        tree("fill_inc_questionnaire_for_veterans_admin", {OUT: {}, "Asked": ["No", "Yes"]}),
        tree("veterans_benefits", {"0": {}, "Adult": ["1", "2"]}),
        whole("weeks_worked_in_year", [0, 1, 50, 53], [0, 1, 27, 50, 53], [0, 1, 14, 27, 40, 48, 50, 52, 53]),
        tree("year", ["94", "95"]),
    ]


def census():
    "UCI Census-Income (KDD), 1994 and 1995: 40 predictors of an income above 50,000 dollars."
    age = whole("age", [0, 18, 65, 91], [0, 18, 25, 35, 45, 55, 65, 91], [0, 6, 12, 18, *range(20, 90, 5), 91])
    schema = Schema([age, *census_work(), *census_person(), *census_home()], "income", ("<=50K", ">50K"))
    names = "UCI data set 117, census-income.names"
    missing = ["migration_code_change_in_msa", "migration_code_change_in_reg", "migration_code_move_within_reg",
               "migration_prev_res_in_sunbelt", *(f"country_of_birth_{who}" for who in ("father", "mother", "self"))]
    return stated(schema, f"{names}: list of values", f"{names}: a number; round limits beyond what the survey records",
                  **dict.fromkeys(missing, f"{names}: list of values, and ? for one that is missing"),
                  state_of_previous_residence=f"{names}: list of values, the three states that it lacks, and ? for one that is missing")


# --- Adult with marital status as the label ---------------------------------------------------------------------------------------

def adult_marital():
    "Adult with three classes of marital status as the label and income among the predictors."
    adult = load_schema("adult")
    attributes = [tree("income", list(adult.classes)) if a.name == "marital-status" else a for a in adult.attributes]
    schema = Schema(attributes, "marital-status", ("Married-Partner-present", "Never-married", "Married-Partner-absent"))
    groups = "UCI data set 2, adult.names: values of marital-status, in three groups"
    return schema.confirm({"marital-status": groups, "income": adult.label_source})


def adult_cuts():
    "Adult with zero as a bin of its own, 1-2-5 for capital gains, degrees, and the working week."
    cuts = {
        "age": whole("age", [15, 55, 96], [15, 35, 55, 75, 96], [*range(15, 90, 10), 96], [*range(15, 95, 5), 96]),
        "education-num": whole("education-num", [1, 13, 17], [1, 9, 13, 14, 17], [1, 5, 9, 10, 11, 13, 14, 15, 17], range(1, 18)),
        "capital-gain": whole("capital-gain", [0, 5000, 100_001], [0, 1, 5000, 100_001], [0, 1, 1000, 2000, 5000, 10_000, 100_001],
                              [0, 1, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_001]),
        "capital-loss": whole("capital-loss", [0, 1, 5001], [0, 1, 1000, 2000, 5001], [0, 1, 1000, 1500, 2000, 2500, 3000, 5001],
                              [0, 1, 500, *range(750, 3001, 250), 3500, 4000, 5001]),
        "hours-per-week": whole("hours-per-week", [1, 41, 101], [1, 35, 41, 50, 101], [1, 10, 20, 30, 35, 40, 41, 45, 50, 60, 101]),
    }
    adult = load_schema("adult")
    schema = Schema([cuts.get(a.name, a) for a in adult.attributes], adult.label, adult.classes, label_source=adult.label_source)
    return schema.confirm(dict.fromkeys(cuts, "UCI data set 2, adult.names: a number; round limits beyond what the survey records"))


def rendered(make):
    "The bytes of a schema file."
    with tempfile.TemporaryDirectory() as folder:
        make().save(Path(folder) / "schema.json")
        return (Path(folder) / "schema.json").read_bytes()


def main():
    "Write the schema files, or compare them with what would be written."
    parser = argparse.ArgumentParser(description="Write the public schemas into privpfc/data.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs")
    check, stale = parser.parse_args().check, []
    for name, make in (("bank", bank), ("us", us), ("census", census), ("adult_marital", adult_marital),
                       ("adult_cuts", adult_cuts)):
        file, content = f"{name}_schema.json", rendered(make)
        path = DATA / file
        if check:
            stale += [file] if not path.exists() or path.read_bytes() != content else []
        else:
            path.write_bytes(content)
            print(f"{file}: {len(content):,} bytes")
    if stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run python tools/schemas.py")


if __name__ == "__main__":
    main()
