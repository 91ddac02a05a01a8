/** Names of glyphs and their characters, of the Adobe Glyph List (BSD-3-Clause), without scripts that fonts name by number. */
const list =
  '.notdef 0 .notdef 0 AE c6 AEacute 1fc AEmacron 1e2 Aacute c1 Abreve 102 Abreveacute 1eae Abrevedotbelow 1eb6 ' +
  'Abrevegrave 1eb0 Abrevehookabove 1eb2 Abrevetilde 1eb4 Acaron 1cd Acircumflex c2 Acircumflexacute 1ea4 ' +
  'Acircumflexdotbelow 1eac Acircumflexgrave 1ea6 Acircumflexhookabove 1ea8 Acircumflextilde 1eaa Adblgrave 200 ' +
  'Adieresis c4 Adieresismacron 1de Adotbelow 1ea0 Adotmacron 1e0 Agrave c0 Ahookabove 1ea2 Ainvertedbreve 202 ' +
  'Alpha 391 Alphatonos 386 Amacron 100 Aogonek 104 Aring c5 Aringacute 1fa Aringbelow 1e00 Atilde c3 ' +
  'Bdotaccent 1e02 Bdotbelow 1e04 Beta 392 Bhook 181 Blinebelow 1e06 Btopbar 182 Cacute 106 Ccaron 10c Ccedilla ' +
  'c7 Ccedillaacute 1e08 Ccircumflex 108 Cdot 10a Cdotaccent 10a Chi 3a7 Chook 187 DZ 1f1 DZcaron 1c4 Dafrican ' +
  '189 Dcaron 10e Dcedilla 1e10 Dcircumflexbelow 1e12 Dcroat 110 Ddotaccent 1e0a Ddotbelow 1e0c Deicoptic 3ee ' +
  'Delta 2206 Dhook 18a Dlinebelow 1e0e Dslash 110 Dtopbar 18b Dz 1f2 Dzcaron 1c5 Eacute c9 Ebreve 114 Ecaron ' +
  '11a Ecedillabreve 1e1c Ecircumflex ca Ecircumflexacute 1ebe Ecircumflexbelow 1e18 Ecircumflexdotbelow 1ec6 ' +
  'Ecircumflexgrave 1ec0 Ecircumflexhookabove 1ec2 Ecircumflextilde 1ec4 Edblgrave 204 Edieresis cb Edot 116 ' +
  'Edotaccent 116 Edotbelow 1eb8 Egrave c8 Ehookabove 1eba Eightroman 2167 Einvertedbreve 206 Elevenroman 216a ' +
  'Emacron 112 Emacronacute 1e16 Emacrongrave 1e14 Eng 14a Eogonek 118 Eopen 190 Epsilon 395 Epsilontonos 388 ' +
  'Ereversed 18e Esh 1a9 Eta 397 Etatonos 389 Eth d0 Etilde 1ebc Etildebelow 1e1a Euro 20ac Ezh 1b7 Ezhcaron ' +
  '1ee Ezhreversed 1b8 Fdotaccent 1e1e Feicoptic 3e4 Fhook 191 Fiveroman 2164 Fourroman 2163 Gacute 1f4 Gamma ' +
  '393 Gammaafrican 194 Gangiacoptic 3ea Gbreve 11e Gcaron 1e6 Gcedilla 122 Gcircumflex 11c Gcommaaccent 122 ' +
  'Gdot 120 Gdotaccent 120 Ghook 193 Gmacron 1e20 Gsmallhook 29b Gstroke 1e4 H18533 25cf H18543 25aa H18551 ' +
  '25ab H22073 25a1 Hbar 126 Hbrevebelow 1e2a Hcedilla 1e28 Hcircumflex 124 Hdieresis 1e26 Hdotaccent 1e22 ' +
  'Hdotbelow 1e24 Horicoptic 3e8 IJ 132 Iacute cd Ibreve 12c Icaron 1cf Icircumflex ce Idblgrave 208 Idieresis ' +
  'cf Idieresisacute 1e2e Idot 130 Idotaccent 130 Idotbelow 1eca Ifraktur 2111 Igrave cc Ihookabove 1ec8 ' +
  'Iinvertedbreve 20a Imacron 12a Iogonek 12e Iota 399 Iotaafrican 196 Iotadieresis 3aa Iotatonos 38a Istroke ' +
  '197 Itilde 128 Itildebelow 1e2c Jcircumflex 134 Kacute 1e30 Kappa 39a Kcaron 1e8 Kcedilla 136 Kcommaaccent ' +
  '136 Kdotbelow 1e32 Kheicoptic 3e6 Khook 198 Klinebelow 1e34 LJ 1c7 Lacute 139 Lambda 39b Lcaron 13d Lcedilla ' +
  '13b Lcircumflexbelow 1e3c Lcommaaccent 13b Ldot 13f Ldotaccent 13f Ldotbelow 1e36 Ldotbelowmacron 1e38 Lj ' +
  '1c8 Llinebelow 1e3a Lslash 141 Macute 1e3e Mdotaccent 1e40 Mdotbelow 1e42 Mturned 19c Mu 39c NJ 1ca Nacute ' +
  '143 Ncaron 147 Ncedilla 145 Ncircumflexbelow 1e4a Ncommaaccent 145 Ndotaccent 1e44 Ndotbelow 1e46 Nhookleft ' +
  '19d Nineroman 2168 Nj 1cb Nlinebelow 1e48 Ntilde d1 Nu 39d OE 152 Oacute d3 Obreve 14e Ocaron 1d1 ' +
  'Ocenteredtilde 19f Ocircumflex d4 Ocircumflexacute 1ed0 Ocircumflexdotbelow 1ed8 Ocircumflexgrave 1ed2 ' +
  'Ocircumflexhookabove 1ed4 Ocircumflextilde 1ed6 Odblacute 150 Odblgrave 20c Odieresis d6 Odotbelow 1ecc ' +
  'Ograve d2 Ohm 2126 Ohookabove 1ece Ohorn 1a0 Ohornacute 1eda Ohorndotbelow 1ee2 Ohorngrave 1edc ' +
  'Ohornhookabove 1ede Ohorntilde 1ee0 Ohungarumlaut 150 Oi 1a2 Oinvertedbreve 20e Omacron 14c Omacronacute ' +
  '1e52 Omacrongrave 1e50 Omega 2126 Omegatonos 38f Omicron 39f Omicrontonos 38c Oneroman 2160 Oogonek 1ea ' +
  'Oogonekmacron 1ec Oopen 186 Oslash d8 Oslashacute 1fe Ostrokeacute 1fe Otilde d5 Otildeacute 1e4c ' +
  'Otildedieresis 1e4e Pacute 1e54 Pdotaccent 1e56 Phi 3a6 Phook 1a4 Pi 3a0 Psi 3a8 Racute 154 Rcaron 158 ' +
  'Rcedilla 156 Rcommaaccent 156 Rdblgrave 210 Rdotaccent 1e58 Rdotbelow 1e5a Rdotbelowmacron 1e5c Rfraktur ' +
  '211c Rho 3a1 Rinvertedbreve 212 Rlinebelow 1e5e Rsmallinverted 281 SF010000 250c SF020000 2514 SF030000 2510 ' +
  'SF040000 2518 SF050000 253c SF060000 252c SF070000 2534 SF080000 251c SF090000 2524 SF100000 2500 SF110000 ' +
  '2502 SF190000 2561 SF200000 2562 SF210000 2556 SF220000 2555 SF230000 2563 SF240000 2551 SF250000 2557 ' +
  'SF260000 255d SF270000 255c SF280000 255b SF360000 255e SF370000 255f SF380000 255a SF390000 2554 SF400000 ' +
  '2569 SF410000 2566 SF420000 2560 SF430000 2550 SF440000 256c SF450000 2567 SF460000 2568 SF470000 2564 ' +
  'SF480000 2565 SF490000 2559 SF500000 2558 SF510000 2552 SF520000 2553 SF530000 256b SF540000 256a Sacute 15a ' +
  'Sacutedotaccent 1e64 Scaron 160 Scarondotaccent 1e66 Scedilla 15e Schwa 18f Scircumflex 15c Scommaaccent 218 ' +
  'Sdotaccent 1e60 Sdotbelow 1e62 Sdotbelowdotaccent 1e68 Sevenroman 2166 Sheicoptic 3e2 Shimacoptic 3ec Sigma ' +
  '3a3 Sixroman 2165 Tau 3a4 Tbar 166 Tcaron 164 Tcedilla 162 Tcircumflexbelow 1e70 Tcommaaccent 162 Tdotaccent ' +
  '1e6a Tdotbelow 1e6c Tenroman 2169 Theta 398 Thook 1ac Thorn de Threeroman 2162 Tlinebelow 1e6e Tonefive 1bc ' +
  'Tonesix 184 Tonetwo 1a7 Tretroflexhook 1ae Twelveroman 216b Tworoman 2161 Uacute da Ubreve 16c Ucaron 1d3 ' +
  'Ucircumflex db Ucircumflexbelow 1e76 Udblacute 170 Udblgrave 214 Udieresis dc Udieresisacute 1d7 ' +
  'Udieresisbelow 1e72 Udieresiscaron 1d9 Udieresisgrave 1db Udieresismacron 1d5 Udotbelow 1ee4 Ugrave d9 ' +
  'Uhookabove 1ee6 Uhorn 1af Uhornacute 1ee8 Uhorndotbelow 1ef0 Uhorngrave 1eea Uhornhookabove 1eec Uhorntilde ' +
  '1eee Uhungarumlaut 170 Uinvertedbreve 216 Umacron 16a Umacrondieresis 1e7a Uogonek 172 Upsilon 3a5 Upsilon1 ' +
  '3d2 Upsilonafrican 1b1 Upsilondieresis 3ab Upsilonhooksymbol 3d2 Upsilontonos 38e Uring 16e Utilde 168 ' +
  'Utildeacute 1e78 Utildebelow 1e74 Vdotbelow 1e7e Vhook 1b2 Vtilde 1e7c Wacute 1e82 Wcircumflex 174 Wdieresis ' +
  '1e84 Wdotaccent 1e86 Wdotbelow 1e88 Wgrave 1e80 Xdieresis 1e8c Xdotaccent 1e8a Xi 39e Yacute dd Ycircumflex ' +
  '176 Ydieresis 178 Ydotaccent 1e8e Ydotbelow 1ef4 Ygrave 1ef2 Yhook 1b3 Yhookabove 1ef6 Ytilde 1ef8 Zacute ' +
  '179 Zcaron 17d Zcircumflex 1e90 Zdot 17b Zdotaccent 17b Zdotbelow 1e92 Zeta 396 Zlinebelow 1e94 Zstroke 1b5 ' +
  'aacute e1 abreve 103 abreveacute 1eaf abrevedotbelow 1eb7 abrevegrave 1eb1 abrevehookabove 1eb3 abrevetilde ' +
  '1eb5 acaron 1ce acircumflex e2 acircumflexacute 1ea5 acircumflexdotbelow 1ead acircumflexgrave 1ea7 ' +
  'acircumflexhookabove 1ea9 acircumflextilde 1eab acute b4 acutecomb 301 acutelowmod 2cf adblgrave 201 ' +
  'adieresis e4 adieresismacron 1df adotbelow 1ea1 adotmacron 1e1 ae e6 aeacute 1fd aemacron 1e3 afii00208 2015 ' +
  'afii08941 20a4 afii10017 410 afii10018 411 afii10019 412 afii10020 413 afii10021 414 afii10022 415 afii10023 ' +
  '401 afii10024 416 afii10025 417 afii10026 418 afii10027 419 afii10028 41a afii10029 41b afii10030 41c ' +
  'afii10031 41d afii10032 41e afii10033 41f afii10034 420 afii10035 421 afii10036 422 afii10037 423 afii10038 ' +
  '424 afii10039 425 afii10040 426 afii10041 427 afii10042 428 afii10043 429 afii10044 42a afii10045 42b ' +
  'afii10046 42c afii10047 42d afii10048 42e afii10049 42f afii10050 490 afii10051 402 afii10052 403 afii10053 ' +
  '404 afii10054 405 afii10055 406 afii10056 407 afii10057 408 afii10058 409 afii10059 40a afii10060 40b ' +
  'afii10061 40c afii10062 40e afii10065 430 afii10066 431 afii10067 432 afii10068 433 afii10069 434 afii10070 ' +
  '435 afii10071 451 afii10072 436 afii10073 437 afii10074 438 afii10075 439 afii10076 43a afii10077 43b ' +
  'afii10078 43c afii10079 43d afii10080 43e afii10081 43f afii10082 440 afii10083 441 afii10084 442 afii10085 ' +
  '443 afii10086 444 afii10087 445 afii10088 446 afii10089 447 afii10090 448 afii10091 449 afii10092 44a ' +
  'afii10093 44b afii10094 44c afii10095 44d afii10096 44e afii10097 44f afii10098 491 afii10099 452 afii10100 ' +
  '453 afii10101 454 afii10102 455 afii10103 456 afii10104 457 afii10105 458 afii10106 459 afii10107 45a ' +
  'afii10108 45b afii10109 45c afii10110 45e afii10145 40f afii10146 462 afii10147 472 afii10148 474 afii10193 ' +
  '45f afii10194 463 afii10195 473 afii10196 475 afii10846 4d9 afii299 200e afii300 200f afii301 200d afii57636 ' +
  '20aa afii57929 2bc afii61248 2105 afii61289 2113 afii61352 2116 afii61573 202c afii61574 202d afii61575 202e ' +
  'afii61664 200c afii64937 2bd agrave e0 ahookabove 1ea3 ainvertedbreve 203 aleph 2135 allequal 224c alpha 3b1 ' +
  'alphatonos 3ac amacron 101 ampersand 26 angle 2220 angstrom 212b anoteleia 387 aogonek 105 apostrophemod 2bc ' +
  'approaches 2250 approxequal 2248 approxequalorimage 2252 approximatelyequal 2245 arighthalfring 1e9a aring ' +
  'e5 aringacute 1fb aringbelow 1e01 arrowboth 2194 arrowdashdown 21e3 arrowdashleft 21e0 arrowdashright 21e2 ' +
  'arrowdashup 21e1 arrowdblboth 21d4 arrowdbldown 21d3 arrowdblleft 21d0 arrowdblright 21d2 arrowdblup 21d1 ' +
  'arrowdown 2193 arrowdownleft 2199 arrowdownright 2198 arrowdownwhite 21e9 arrowheaddownmod 2c5 ' +
  'arrowheadleftmod 2c2 arrowheadrightmod 2c3 arrowheadupmod 2c4 arrowleft 2190 arrowleftdbl 21d0 ' +
  'arrowleftdblstroke 21cd arrowleftoverright 21c6 arrowleftwhite 21e6 arrowright 2192 arrowrightdblstroke 21cf ' +
  'arrowrightoverleft 21c4 arrowrightwhite 21e8 arrowtableft 21e4 arrowtabright 21e5 arrowup 2191 arrowupdn ' +
  '2195 arrowupdnbse 21a8 arrowupdownbase 21a8 arrowupleft 2196 arrowupleftofdown 21c5 arrowupright 2197 ' +
  'arrowupwhite 21e7 asciicircum 5e asciitilde 7e ascript 251 ascriptturned 252 asterisk 2a asteriskmath 2217 ' +
  'asterism 2042 asymptoticallyequal 2243 at 40 atilde e3 aturned 250 backslash 5c bar 7c bdotaccent 1e03 ' +
  'bdotbelow 1e05 beamedsixteenthnotes 266c because 2235 beta 3b2 bhook 253 bilabialclick 298 blackdiamond 25c6 ' +
  'blackdownpointingtriangle 25bc blackleftpointingpointer 25c4 blackleftpointingtriangle 25c0 ' +
  'blacklowerlefttriangle 25e3 blacklowerrighttriangle 25e2 blackrectangle 25ac blackrightpointingpointer 25ba ' +
  'blackrightpointingtriangle 25b6 blacksmallsquare 25aa blacksmilingface 263b blacksquare 25a0 blackstar 2605 ' +
  'blackupperlefttriangle 25e4 blackupperrighttriangle 25e5 blackuppointingsmalltriangle 25b4 ' +
  'blackuppointingtriangle 25b2 blinebelow 1e07 block 2588 braceleft 7b braceright 7d bracketleft 5b ' +
  'bracketright 5d breve 2d8 brokenbar a6 bstroke 180 btopbar 183 bullet 2022 bulletinverse 25d8 bulletoperator ' +
  '2219 bullseye 25ce cacute 107 capslock 21ea careof 2105 caron 2c7 carriagereturn 21b5 ccaron 10d ccedilla e7 ' +
  'ccedillaacute 1e09 ccircumflex 109 ccurl 255 cdot 10b cdotaccent 10b cedilla b8 cent a2 centigrade 2103 chi ' +
  '3c7 chook 188 circlecopyrt a9 circlemultiply 2297 circleot 2299 circleplus 2295 circlewithlefthalfblack 25d0 ' +
  'circlewithrighthalfblack 25d1 circumflex 2c6 clickalveolar 1c2 clickdental 1c0 clicklateral 1c1 ' +
  'clickretroflex 1c3 club 2663 clubsuitblack 2663 clubsuitwhite 2667 colon 3a colonmonetary 20a1 colonsign ' +
  '20a1 colontriangularhalfmod 2d1 colontriangularmod 2d0 comma 2c commareversedmod 2bd commaturnedmod 2bb ' +
  'compass 263c congruent 2245 contourintegral 222e controlACK 6 controlBEL 7 controlBS 8 controlCAN 18 ' +
  'controlCR d controlDC1 11 controlDC2 12 controlDC3 13 controlDC4 14 controlDEL 7f controlDLE 10 controlEM 19 ' +
  'controlENQ 5 controlEOT 4 controlESC 1b controlETB 17 controlETX 3 controlFF c controlFS 1c controlGS 1d ' +
  'controlHT 9 controlLF a controlNAK 15 controlNULL 0 controlRS 1e controlSI f controlSO e controlSOT 2 ' +
  'controlSTX 1 controlSUB 1a controlSYN 16 controlUS 1f controlVT b copyright a9 cruzeiro 20a2 cstretched 297 ' +
  'curlyand 22cf curlyor 22ce currency a4 dagger 2020 daggerdbl 2021 dblarrowleft 21d4 dblarrowright 21d2 ' +
  'dblintegral 222c dbllowline 2017 dblprimemod 2ba dblverticalbar 2016 dcaron 10f dcedilla 1e11 ' +
  'dcircumflexbelow 1e13 dcroat 111 ddotaccent 1e0b ddotbelow 1e0d degree b0 deicoptic 3ef delta 3b4 ' +
  'deltaturned 18d dezh 2a4 dhook 257 dialytikatonos 385 diamond 2666 diamondsuitwhite 2662 dieresis a8 ' +
  'dieresistonos 385 divide f7 divides 2223 divisionslash 2215 dkshade 2593 dlinebelow 1e0f dmacron 111 dnblock ' +
  '2584 dollar 24 dong 20ab dotaccent 2d9 dotbelowcomb 323 dotlessi 131 dotlessjstrokehook 284 dotmath 22c5 ' +
  'downtackmod 2d5 dtail 256 dtopbar 18c dz 1f3 dzaltone 2a3 dzcaron 1c6 dzcurl 2a5 eacute e9 earth 2641 ebreve ' +
  '115 ecaron 11b ecedillabreve 1e1d ecircumflex ea ecircumflexacute 1ebf ecircumflexbelow 1e19 ' +
  'ecircumflexdotbelow 1ec7 ecircumflexgrave 1ec1 ecircumflexhookabove 1ec3 ecircumflextilde 1ec5 edblgrave 205 ' +
  'edieresis eb edot 117 edotaccent 117 edotbelow 1eb9 egrave e8 ehookabove 1ebb eight 38 eighthnotebeamed 266b ' +
  'eightroman 2177 einvertedbreve 207 element 2208 elevenroman 217a ellipsis 2026 ellipsisvertical 22ee emacron ' +
  '113 emacronacute 1e17 emacrongrave 1e15 emdash 2014 emptyset 2205 endash 2013 eng 14b enspace 2002 eogonek ' +
  '119 eopen 25b eopenclosed 29a eopenreversed 25c eopenreversedclosed 25e eopenreversedhook 25d epsilon 3b5 ' +
  'epsilontonos 3ad equal 3d equivalence 2261 ereversed 258 esh 283 eshcurl 286 eshreversedloop 1aa ' +
  'eshsquatreversed 285 estimated 212e eta 3b7 etatonos 3ae eth f0 etilde 1ebd etildebelow 1e1b eturned 1dd ' +
  'euro 20ac exclam 21 exclamdbl 203c exclamdown a1 existential 2203 ezh 292 ezhcaron 1ef ezhcurl 293 ' +
  'ezhreversed 1b9 ezhtail 1ba fahrenheit 2109 fdotaccent 1e1f feicoptic 3e5 female 2640 ff fb00 f_f fb00 ffi ' +
  'fb03 f_f_i fb03 ffl fb04 f_f_l fb04 fi fb01 f_i fb01 figuredash 2012 filledbox 25a0 filledrect 25ac ' +
  'firsttonechinese 2c9 fisheye 25c9 five 35 fiveeighths 215d fiveroman 2174 fl fb02 f_l fb02 florin 192 forall ' +
  '2200 four 34 fourroman 2173 fourthtonechinese 2cb fraction 2044 franc 20a3 gacute 1f5 gamma 3b3 gangiacoptic ' +
  '3eb gbreve 11f gcaron 1e7 gcedilla 123 gcircumflex 11d gcommaaccent 123 gdot 121 gdotaccent 121 ' +
  'geometricallyequal 2251 germandbls df ghook 260 glottalinvertedstroke 1be glottalstop 294 ' +
  'glottalstopinverted 296 glottalstopmod 2c0 glottalstopreversed 295 glottalstopreversedmod 2c1 ' +
  'glottalstopstroke 2a1 glottalstopstrokereversed 2a2 gmacron 1e21 gradient 2207 grave 60 gravecomb 300 ' +
  'gravelowmod 2ce greater 3e greaterequal 2265 greaterequalorless 22db greaterorequivalent 2273 greaterorless ' +
  '2277 greateroverequal 2267 gscript 261 gstroke 1e5 guillemotleft ab guillemotright bb guilsinglleft 2039 ' +
  'guilsinglright 203a harpoonleftbarbup 21bc harpoonrightbarbup 21c0 hbar 127 hbrevebelow 1e2b hcedilla 1e29 ' +
  'hcircumflex 125 hdieresis 1e27 hdotaccent 1e23 hdotbelow 1e25 heart 2665 heartsuitblack 2665 heartsuitwhite ' +
  '2661 henghook 267 hhook 266 hlinebelow 1e96 hookabovecomb 309 horicoptic 3e9 horizontalbar 2015 hotsprings ' +
  '2668 hturned 265 hungarumlaut 2dd hv 195 hyphen 2d hyphentwo 2010 iacute ed ibreve 12d icaron 1d0 ' +
  'icircumflex ee idblgrave 209 idieresis ef idieresisacute 1e2f idotbelow 1ecb igrave ec ihookabove 1ec9 ' +
  'iinvertedbreve 20b ij 133 ilde 2dc imacron 12b imageorapproximatelyequal 2253 increment 2206 infinity 221e ' +
  'integral 222b intersection 2229 invbullet 25d8 invsmileface 263b iogonek 12f iota 3b9 iotadieresis 3ca ' +
  'iotadieresistonos 390 iotalatin 269 iotatonos 3af istroke 268 itilde 129 itildebelow 1e2d jcaron 1f0 ' +
  'jcircumflex 135 jcrossedtail 29d jdotlessstroke 25f kacute 1e31 kappa 3ba kcaron 1e9 kcedilla 137 ' +
  'kcommaaccent 137 kdotbelow 1e33 kgreenlandic 138 kheicoptic 3e7 khook 199 klinebelow 1e35 kturned 29e lacute ' +
  '13a lambda 3bb lambdastroke 19b lbar 19a lbelt 26c lcaron 13e lcedilla 13c lcircumflexbelow 1e3d ' +
  'lcommaaccent 13c ldot 140 ldotaccent 140 ldotbelow 1e37 ldotbelowmacron 1e39 less 3c lessequal 2264 ' +
  'lessequalorgreater 22da lessorequivalent 2272 lessorgreater 2276 lessoverequal 2266 lezh 26e lfblock 258c ' +
  'lhookretroflex 26d lira 20a4 lj 1c9 llinebelow 1e3b lmiddletilde 26b logicaland 2227 logicalnot ac logicalor ' +
  '2228 longs 17f lozenge 25ca lslash 142 lsquare 2113 ltshade 2591 macron af macronlowmod 2cd macute 1e3f male ' +
  '2642 mars 2642 mdotaccent 1e41 mdotbelow 1e43 mhook 271 middot b7 minus 2212 minusmod 2d7 minusplus 2213 ' +
  'minute 2032 mlonglegturned 270 mturned 26f mu b5 mu1 b5 muchgreater 226b muchless 226a multiply d7 ' +
  'musicalnote 266a musicalnotedbl 266b musicflatsign 266d musicsharpsign 266f nabla 2207 nacute 144 ' +
  'napostrophe 149 nbspace a0 ncaron 148 ncedilla 146 ncircumflexbelow 1e4b ncommaaccent 146 ndotaccent 1e45 ' +
  'ndotbelow 1e47 newsheqelsign 20aa nhookleft 272 nhookretroflex 273 nine 39 nineroman 2178 nj 1cc ' +
  'nlegrightlong 19e nlinebelow 1e49 nonbreakingspace a0 notcontains 220c notelement 2209 notelementof 2209 ' +
  'notequal 2260 notgreater 226f notgreaternorequal 2271 notgreaternorless 2279 notidentical 2262 notless 226e ' +
  'notlessnorequal 2270 notparallel 2226 notprecedes 2280 notsubset 2284 notsucceeds 2281 notsuperset 2285 ' +
  'ntilde f1 nu 3bd numbersign 23 numero 2116 oacute f3 obarred 275 obreve 14f ocaron 1d2 ocircumflex f4 ' +
  'ocircumflexacute 1ed1 ocircumflexdotbelow 1ed9 ocircumflexgrave 1ed3 ocircumflexhookabove 1ed5 ' +
  'ocircumflextilde 1ed7 odblacute 151 odblgrave 20d odieresis f6 odotbelow 1ecd oe 153 ogonek 2db ograve f2 ' +
  'ohookabove 1ecf ohorn 1a1 ohornacute 1edb ohorndotbelow 1ee3 ohorngrave 1edd ohornhookabove 1edf ohorntilde ' +
  '1ee1 ohungarumlaut 151 oi 1a3 oinvertedbreve 20f omacron 14d omacronacute 1e53 omacrongrave 1e51 omega 3c9 ' +
  'omega1 3d6 omegalatinclosed 277 omegatonos 3ce omicron 3bf omicrontonos 3cc one 31 onedotenleader 2024 ' +
  'oneeighth 215b onehalf bd onequarter bc oneroman 2170 onethird 2153 oogonek 1eb oogonekmacron 1ed oopen 254 ' +
  'openbullet 25e6 ordfeminine aa ordmasculine ba orthogonal 221f oslash f8 oslashacute 1ff ostrokeacute 1ff ' +
  'otilde f5 otildeacute 1e4d otildedieresis 1e4f overline 203e overscore af pacute 1e55 pagedown 21df pageup ' +
  '21de paragraph b6 parallel 2225 parenleft 28 parenright 29 partialdiff 2202 pdotaccent 1e57 percent 25 ' +
  'period 2e periodcentered b7 perpendicular 22a5 perthousand 2030 peseta 20a7 phi 3c6 phi1 3d5 philatin 278 ' +
  'phook 1a5 pi 3c0 planckover2pi 210f planckover2pi1 210f plus 2b plusminus b1 plusmod 2d6 ' +
  'pointingindexdownwhite 261f pointingindexleftwhite 261c pointingindexrightwhite 261e pointingindexupwhite ' +
  '261d precedes 227a prescription 211e primemod 2b9 primereversed 2035 product 220f propersubset 2282 ' +
  'propersuperset 2283 proportion 2237 proportional 221d psi 3c8 qhook 2a0 quarternote 2669 question 3f ' +
  'questiondown bf quotedbl 22 quotedblbase 201e quotedblleft 201c quotedblright 201d quoteleft 2018 ' +
  'quoteleftreversed 201b quotereversed 201b quoteright 2019 quoterightn 149 quotesinglbase 201a quotesingle 27 ' +
  'racute 155 radical 221a ramshorn 264 ratio 2236 rcaron 159 rcedilla 157 rcommaaccent 157 rdblgrave 211 ' +
  'rdotaccent 1e59 rdotbelow 1e5b rdotbelowmacron 1e5d referencemark 203b reflexsubset 2286 reflexsuperset 2287 ' +
  'registered ae reversedtilde 223d rfishhook 27e rfishhookreversed 27f rho 3c1 rhook 27d rhookturned 27b ' +
  'rhotichookmod 2de rightangle 221f righttriangle 22bf ring 2da ringhalfleft 2bf ringhalfleftcentered 2d3 ' +
  'ringhalfright 2be ringhalfrightcentered 2d2 rinvertedbreve 213 rlinebelow 1e5f rlongleg 27c rlonglegturned ' +
  '27a rtblock 2590 rturned 279 sacute 15b sacutedotaccent 1e65 scaron 161 scarondotaccent 1e67 scedilla 15f ' +
  'schwa 259 schwahook 25a scircumflex 15d scommaaccent 219 sdotaccent 1e61 sdotbelow 1e63 sdotbelowdotaccent ' +
  '1e69 second 2033 secondtonechinese 2ca section a7 semicolon 3b seven 37 seveneighths 215e sevenroman 2176 ' +
  'sfthyphen ad shade 2592 shadedark 2593 shadelight 2591 shademedium 2592 sheicoptic 3e3 sheqel 20aa ' +
  'sheqelhebrew 20aa shimacoptic 3ed shook 282 sigma 3c3 sigma1 3c2 sigmafinal 3c2 similar 223c six 36 sixroman ' +
  '2175 slash 2f slong 17f slongdotaccent 1e9b smileface 263a softhyphen ad space 20 spacehackarabic 20 spade ' +
  '2660 spadesuitblack 2660 spadesuitwhite 2664 squarediagonalcrosshatchfill 25a9 squarehorizontalfill 25a4 ' +
  'squareorthogonalcrosshatchfill 25a6 squareupperlefttolowerrightfill 25a7 squareupperrighttolowerleftfill ' +
  '25a8 squareverticalfill 25a5 squarewhitewithsmallblack 25a3 sterling a3 subset 2282 subsetnotequal 228a ' +
  'subsetorequal 2286 succeeds 227b suchthat 220b summation 2211 sun 263c superset 2283 supersetnotequal 228b ' +
  'supersetorequal 2287 tackdown 22a4 tackleft 22a3 tau 3c4 tbar 167 tcaron 165 tccurl 2a8 tcedilla 163 ' +
  'tcircumflexbelow 1e71 tcommaaccent 163 tdieresis 1e97 tdotaccent 1e6b tdotbelow 1e6d telephone 2121 ' +
  'telephoneblack 260e tenroman 2179 tesh 2a7 thereexists 2203 therefore 2234 theta 3b8 theta1 3d1 thook 1ad ' +
  'thorn fe three 33 threeeighths 215c threequarters be threeroman 2172 tilde 2dc tildecomb 303 tildeoperator ' +
  '223c tlinebelow 1e6f tonebarextrahighmod 2e5 tonebarextralowmod 2e9 tonebarhighmod 2e6 tonebarlowmod 2e8 ' +
  'tonebarmidmod 2e7 tonefive 1bd tonesix 185 tonetwo 1a8 tonos 384 tpalatalhook 1ab trademark 2122 ' +
  'tretroflexhook 288 triagdn 25bc triaglf 25c4 triagrt 25ba triagup 25b2 ts 2a6 tturned 287 twelveroman 217b ' +
  'two 32 twodotenleader 2025 twodotleader 2025 tworoman 2171 twostroke 1bb twothirds 2154 uacute fa ubar 289 ' +
  'ubreve 16d ucaron 1d4 ucircumflex fb ucircumflexbelow 1e77 udblacute 171 udblgrave 215 udieresis fc ' +
  'udieresisacute 1d8 udieresisbelow 1e73 udieresiscaron 1da udieresisgrave 1dc udieresismacron 1d6 udotbelow ' +
  '1ee5 ugrave f9 uhookabove 1ee7 uhorn 1b0 uhornacute 1ee9 uhorndotbelow 1ef1 uhorngrave 1eeb uhornhookabove ' +
  '1eed uhorntilde 1eef uhungarumlaut 171 uinvertedbreve 217 umacron 16b umacrondieresis 1e7b underscore 5f ' +
  'underscoredbl 2017 union 222a universal 2200 uogonek 173 upblock 2580 upsilon 3c5 upsilondieresis 3cb ' +
  'upsilondieresistonos 3b0 upsilonlatin 28a upsilontonos 3cd uptackmod 2d4 uring 16f utilde 169 utildeacute ' +
  '1e79 utildebelow 1e75 vdotbelow 1e7f venus 2640 verticalbar 7c verticallinelowmod 2cc verticallinemod 2c8 ' +
  'vhook 28b vtilde 1e7d vturned 28c wacute 1e83 wcircumflex 175 wdieresis 1e85 wdotaccent 1e87 wdotbelow 1e89 ' +
  'weierstrass 2118 wgrave 1e81 whitebullet 25e6 whitecircleinverse 25d9 whitediamond 25c7 ' +
  'whitediamondcontainingblacksmalldiamond 25c8 whitedownpointingsmalltriangle 25bf whitedownpointingtriangle ' +
  '25bd whiteleftpointingsmalltriangle 25c3 whiteleftpointingtriangle 25c1 whiterightpointingsmalltriangle 25b9 ' +
  'whiterightpointingtriangle 25b7 whitesmallsquare 25ab whitesmilingface 263a whitesquare 25a1 whitestar 2606 ' +
  'whitetelephone 260f whiteuppointingsmalltriangle 25b5 whiteuppointingtriangle 25b3 won 20a9 wring 1e98 ' +
  'wturned 28d wynn 1bf xdieresis 1e8d xdotaccent 1e8b xi 3be yacute fd ycircumflex 177 ydieresis ff ydotaccent ' +
  '1e8f ydotbelow 1ef5 yen a5 ygrave 1ef3 yhook 1b4 yhookabove 1ef7 yinyang 262f ypogegrammeni 37a yr 1a6 yring ' +
  '1e99 ytilde 1ef9 yturned 28e zacute 17a zcaron 17e zcircumflex 1e91 zcurl 291 zdot 17c zdotaccent 17c ' +
  'zdotbelow 1e93 zero 30 zerowidthnonjoiner 200c zerowidthspace 200b zeta 3b6 zlinebelow 1e95 zretroflexhook ' +
  '290 zstroke 1b6 arrowhookleft 21aa arrowhookright 21a9 arrowlefttophalf 21bc arrowleftbothalf 21bd ' +
  'arrownortheast 2197 arrownorthwest 2196 arrowrighttophalf 21c0 arrowrightbothalf 21c1 arrowsoutheast 2198 ' +
  'arrowsouthwest 2199 backslashbig 2216 backslashBig 2216 backslashBigg 2216 backslashbigg 2216 bardbl 2016 ' +
  'braceleftBig 7b braceleftbig 7b braceleftbigg 7b braceleftBigg 7b bracerightBig 7d bracerightbig 7d ' +
  'bracerightbigg 7d bracerightBigg 7d bracketleftbig 5b bracketleftBig 5b bracketleftbigg 5b bracketleftBigg ' +
  '5b bracketrightBig 5d bracketrightbig 5d bracketrightbigg 5d bracketrightBigg 5d circledotdisplay 2299 ' +
  'circledottext 2299 circlemultiplydisplay 2297 circlemultiplytext 2297 circleplusdisplay 2295 circleplustext ' +
  '2295 contintegraldisplay 222e contintegraltext 222e coproductdisplay 2210 coproducttext 2210 hatwide 302 ' +
  'hatwider 302 hatwidest 302 integraldisplay 222b integraltext 222b intersectiondisplay 22c2 intersectiontext ' +
  '22c2 logicalanddisplay 2227 logicalandtext 2227 logicalordisplay 2228 logicalortext 2228 parenleftBig 28 ' +
  'parenleftbig 28 parenleftBigg 28 parenleftbigg 28 parenrightBig 29 parenrightbig 29 parenrightBigg 29 ' +
  'parenrightbigg 29 prime 2032 productdisplay 220f producttext 220f radicalbig 221a radicalBig 221a ' +
  'radicalBigg 221a radicalbigg 221a radicalbt 221a radicaltp 221a radicalvertex 221a slashbig 2f slashBig 2f ' +
  'slashBigg 2f slashbigg 2f summationdisplay 2211 summationtext 2211 tildewide 2dc tildewider 2dc tildewidest ' +
  '2dc uniondisplay 22c3 unionmultidisplay 228e unionmultitext 228e unionsqdisplay 2294 unionsqtext 2294 ' +
  'uniontext 22c3 vextenddouble 2225 vextendsingle 2223 space 20 a4 260e a11 261b a12 261e a35 2605 a71 25cf ' +
  'a73 25a0 a76 25b2 a77 25bc a78 25c6 a81 25d7 a112 2663 a111 2666 a110 2665 a109 2660 a161 2192 a163 2194 ' +
  'a164 2195 ';
const characters = new Map<string, string>();
const words = list.trim().split(' ');
for (let at = 0; at + 1 < words.length; at += 2)
  characters.set(words[at] ?? '', String.fromCodePoint(Number.parseInt(words[at + 1] ?? '', 16)));
/** The text that a glyph stands for, by its name (`f_i`, `uni00E9`, `a.sc` too); undefined where the name says none. */
export const textOfGlyphName = (name: string): string | undefined => {
  const dot = name.indexOf('.', 1);
  const parts = (dot < 0 ? name : name.slice(0, dot)).split('_').map(textOfPart);
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
};

const textOfPart = (name: string): string | undefined => {
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = characters.get(name);
  if (known !== undefined) return known;
  // The list asks for capitals, and some programs write others.
  const units = /^uni((?:[0-9A-Fa-f]{4}){1,8})$/.exec(name)?.[1];
  if (units !== undefined) return Buffer.from(units, 'hex').swap16().toString('utf16le').toWellFormed();
  const point = Number.parseInt(/^u([0-9A-F]{4,6})$/.exec(name)?.[1] ?? '', 16);
  return point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : undefined;
};
