"""The dictionaries of zstd: what games of cards have in common, so that short replays become shorter still.

A frame names its dictionary by number. One that was ever used stays here for ever, and none is changed.
Without one, a game of four seats takes a third more, and twice the time to compress.
"""

from base64 import b85decode

_FIRST = """
H>5D^0RR91N)TY{rUS0={x{RjHZ^1H_866ekloc&F_&M^igKaB{#Ur<+1#jhcwFIVEl!>Qc()GNsPP90YkQzD;@u3^fB7h;z
4zWy%9H}*0yrQf8%QBX;s5{yfJ+yb4H!-85IGD6q*@9ADddm=fB^si0GJT~00000RB8>efq)<=9}6T&5ThszA_j3pQ~&?~0R
R911ONa42mk;80jY0tX=ZF;ZEa-%l%!^CVRWfsXJ>L{b8~NUwP|y0V{~&ZX>?_BVRUJ4ZgVX)FfgWaVQyq^ZIq;DY+-b%VP|
J@Wpi_Ha<yr5ZDVwEI%#xea$$67Z*FrvH83!ya$#;{Z*7#%Ev@;jgGN7@&y2<owYw@=G|wJ#U?eTUr5(?IbrWCdwqaVtDPjZ
&2?hfI0tW>F1_KEJ1qTEI00;vH1ON#F2muEL1_1~F1Oo{I1qZ~5Xnp{w0I2}{04xeD3M>jO3V{Ft0H^@`04xeD3M>jN3M~pP
3N#A+08jw|04D)03M~pT3M>jN3M>jO3NZ>T3Ns3Q0jL1|09pVn3M~pO3M~pP3Ns2W3M~pR3V;DB0Dk~}04xeE3N8vP3NZ>T3
N#9T0Z{<~09ybo3M>jT3M~pV3M~pO3d9f}Jdap{7ld*I32zteM-fSs%>u#A0m97!fz1N~lmY|;0mL8x00000000000000000
0000000000000000000PsJgZ+2yJz@U)a02Bel2m+m;_s8&5d(Qv>O@xZxSin32sc&*=W^7??ZDj$JwP|y0V{~&ZX>?_BVRU
J4ZgVX$Ffg!Za%E*?c`bKua%^OCEipEvW^7?}q+(%nWt6oFH3}^XxC+D&NEM``m|aZbeZJ;ReGJ4Dl+6Ld%>%>D14GRNgOmg
T0|LY#000000000000000008hm00000000000000000000q;Ga*a=@UF+yE2-#0ZK72>p-o(+ST20Ahf#m!Ne$0k&^)X=ZF;
ZEa;bb7gcrVQg$^VQyn(0hGLHb8TaEb1i9fWpZJ3X>V?GEj2JOFfC&(FfKK;W^7?}EopRRa$$67Z*FrfGB7YOw`p^2V{~&ZZ
E0+5X>(;`Z*F9BEio`KwP|y0V{~&ZX>?_BVRUJ4ZgVX)Fff$7X>)C3baOgsbY*g3bZKvHb3HXMFfc4*Juogcv}SB!bUJBtWp
ZJ3X>V?GJu)ybFt=%QZDVwEI&EoeY-w|4V{dL`b3HLIFturOZDVwEI%#xea$$67Z*FrvH83!g&uJ3Co``-3m(T2Pum8#>zue
D~L2^wTX=!!Om27(K+h~CT#3^D65DpU(
"""

DICTIONARIES = {1: b85decode(_FIRST.replace("\n", ""))}
"""By number: 1 was made by zstandard.train_dictionary(1024, ...) from 1,580 games of Oriflamme and Kuhn,
played at random, in all numbers of seats, between the bots of this project under all kinds of names."""
LATEST = 1
"""The number of the dictionary that is used for writing."""
