/** Common company names: a symbol, then its names without legal suffixes, separated by `|`. */
const NICKNAMES = `
AAL american airlines; AAPL apple|appl; ABBV abbvie; ABNB airbnb; ABT abbott; ADBE adobe; ADI analog devices
ADM archer daniels; ADP automatic data processing; AEP american electric; AFL aflac
AIG american international group; ALL allstate; AMAT applied materials; AMD advanced micro devices; AMGN amgen
AMT american tower; AMZN amazon|amzon|amazn|aws; ANET arista; AON aon plc; APO apollo global; APP applovin
APTV aptiv; AVGO broadcom; AXP american express|amex; BA boeing; BAC bank of america|bofa|b of a|boa|bofa securities
BBY best buy stock; BIIB biogen; BKNG booking holdings|priceline; BLK blackrock
BMY bristol myers|bristol myers squibb; BRK.B berkshire|berkshire hathaway; BX blackstone
C citigroup|citibank|citi|citi bank; CAG conagra; CAT caterpillar; CB chubb; CCL carnival cruise|carnival cruises
CEG constellation energy; CHD church and dwight; CHTR charter communications; CI cigna; CL colgate|colgate palmolive
CLX clorox; CMCSA comcast; CME cme group; CMG chipotle; CMI cummins; COF capital one; COIN coinbase
COP conoco|conocophillips; COST costco; CPB campbell soup|campbells; CRM salesforce; CRWD crowdstrike; CSCO cisco
CSX csx rail; CVS cvs health; CVX chevron|chevrontexaco; D dominion energy; DAL delta air lines|delta airlines
DASH doordash; DD dupont; DE john deere|deere; DELL dell technologies; DG dollar general; DHI dr horton|d.r. horton
DHR danaher; DIS disney|walt disney|mickey mouse; DLTR dollar tree; DOW dow chemical; DUK duke energy
DVN devon energy|devon; EA electronic arts; EBAY ebay; ECL ecolab; ED con ed|con edison|consolidated edison
EL estee lauder; ELV anthem; EMR emerson; ETN eaton; EXC exelon; EXPE expedia; F ford; FCX freeport|freeport mcmoran
FDX fedex; FIS fidelity national information; FISV fiserv; GD general dynamics; GE general electric; GILD gilead
GIS general mills; GM general motors; GOOGL google|alphabet|youtube; GS goldman|goldman sachs; HAL halliburton
HD home depot; HLT hilton; HON honeywell; HOOD robinhood; HPE hewlett packard enterprise; HPQ hewlett packard
HSY hershey; HUM humana; IBM international business machines|big blue; ICE intercontinental exchange; INTC intel
INTU intuit|turbotax; ISRG intuitive surgical; ITW illinois tool works; JNJ johnson & johnson|johnson and johnson
JPM jpmorgan|jp morgan|jpmorgan chase|jpm chase|chase bank|jp morgan chase; K kellogg|kellanova
KDP dr pepper|keurig; KHC kraft heinz|kraft; KKR kkr & co; KLAC kla; KMB kimberly clark; KMI kinder morgan
KO coca cola|coca-cola|coke; KR kroger; LEN lennar; LHX l3harris; LIN linde; LLY eli lilly|lilly|elli lilly
LMT lockheed|lockheed martin; LOW lowe's; LRCX lam research; LULU lululemon; LUV southwest airlines
LYV live nation|ticketmaster; MA mastercard; MAR marriott; MCD mcdonald's|mcdonalds; MCHP microchip; MDLZ mondelez
MDT medtronic; MET metlife; META facebook|meta platforms|fb|instagram|whatsapp; MMC marsh; MMM 3m
MNST monster energy|monster beverage; MO altria; MPC marathon petroleum; MRK merck; MRNA moderna; MS morgan stanley
MSFT microsoft|micro soft|msoft; MU micron; NCLH norwegian cruise; NEE nextera; NEM newmont; NFLX netflix; NKE nike
NOC northrop|northrop grumman; NOW service now; NSC norfolk southern; NUE nucor
NVDA nvidia|nvdia|nvida|nvidea|invidia; NXPI nxp; O realty income; ON on semi|onsemi|on semiconductor; ORCL oracle
OXY occidental|oxy petroleum; PANW palo alto|palo alto networks; PCAR paccar; PCG pg&e; PEP pepsi|pepsico
PFE pfizer; PG procter & gamble|procter and gamble|procter; PGR progressive insurance; PH parker hannifin
PLD prologis; PLTR palantir; PM philip morris; PNC pnc bank; PRU prudential; PSKY paramount; PSX phillips 66
PYPL paypal; QCOM qualcomm; RCL royal caribbean; REGN regeneron; ROST ross stores; RTX raytheon; SBUX starbucks
SCHW schwab|charles schwab; SHOP shopify; SHW sherwin williams; SJM smucker; SLB schlumberger
SMCI super micro|supermicro; SNPS synopsys; SO southern company; SPG simon property; SPGI s&p global; SRE sempra
STX seagate; STZ constellation brands; T at&t|att; TAP molson coors; TFC truist; TGT target corporation|target stock
TJX tj maxx|tjmaxx; TMO thermo fisher; TMUS t-mobile|t mobile; TRV travelers insurance; TSLA tesla|elon|telsa
TSN tyson; TTWO take two|take-two; TXN texas instruments; UAL united airlines; UBER uber; ULTA ulta beauty
UNH unitedhealth|united health; UNP union pacific; UPS united parcel; USB us bank|us bancorp|u.s. bancorp; V visa
VLO valero; VRTX vertex pharma; VST vistra; VZ verizon; WBA walgreens; WBD warner bros|warner brothers
WDC western digital; WFC wells fargo; WM waste management; WMB williams companies; WMT walmart
XOM exxon|exxonmobil|exxon mobil|exon; YUM taco bell|kfc
`

/** Common company names by symbol, in lower case. */
export const nicknames: ReadonlyMap<string, readonly string[]> = new Map(
  NICKNAMES.trim()
    .split(/;\s|\n/u)
    .map((entry) => {
      const space = entry.indexOf(' ')
      return [entry.slice(0, space), entry.slice(space + 1).split('|')] as const
    }),
)

/** Well-known symbols that are missing from the market's list. */
export const alsoKnown = ['SPY', 'QQQ', 'IWM', 'GOOG', 'SOFI', 'NOPT'] as const

/** Company names that are also ordinary words. They count only where the sentence calls for a stock. */
export const ordinaryNames: ReadonlySet<string> = new Set(
  (
    'charter fox booking carnival expand williams hartford northern progressive travelers block align cooper waters dover ' +
    'southwest nasdaq target ball dow mosaic coherent flex vertex everest constellation southern dominion duke edison workday ' +
    'delta match gap pool carrier discover principal regions citizens best crown'
  )
    .split(' ')
    .concat('best buy', 'trade desk'),
)

/** Tickers among the ordinary words that are hardly ever written in capitals for emphasis. */
export const plainInCapitals: ReadonlySet<string> = new Set(
  (
    'ALLE ARES BALL BEN CAT CMS COIN DE COO COP COR DASH DECK DOW ELV EME EXE FANG FIS FLEX FOX HOOD HUM ICE KEYS KIM LITE LUV MET MOS ' +
    'PEG POOL PPG PPL ROL ROST SNA SPG STE SYF TEL TER UPS VICI WEC YUM'
  ).split(' '),
)

/** Tickers that are also ordinary words or single letters. They count only in capitals and in a trading context. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  (
    'A ALL AN ANY ARE AS AT BE BIG BY C CAN CAR CASH CAT COST D DAY E EAT F FAST FOR FUN G GO GOOD H HAS HE HOPE I IN IT J K KEY ' +
    'L LIFE LOW M MA MAIN MAN MO N NEXT NICE NO NOT NOW O OF ON ONE OPEN OR OUT P PAY PLAY Q R REAL RUN S SEE SO STAY SUN T TAP ' +
    'TELL TO TRUE TWO U V W WELL WORK X Y YOU Z DE COIN ALLE APP ARES BALL BEN BG BRO COO COP COR DASH DAY DECK DOC DOW ED EG EL ELV EME ES EXE ' +
    'FANG FIX FLEX FOX GAP GEN GL HAS HOOD HUM ICE IP IR KEYS KIM LITE LUV MAR MAS MET MOS MS PEG PH PM POOL REG ROL SNA STE SW TECH TEL TER ' +
    'TT UPS WAT YUM EA CF CMS CI POST ROST SPG PPL PPG FIS FE LIN AIR WEC NI SYF VICI'
  ).split(' '),
)

/** Words that users capitalize but never mean as tickers. */
export const acronyms: ReadonlySet<string> = new Set(
  (
    'DTE OTM ITM ATM IV RSI OI SMA EMA MACD ATR CC CSV ETF ET EST EDT EM PNL USD US USA AI OK FAQ P L PL NYSE SEC IRS TAX DELTA CALL ' +
    'CALLS PUT PUTS STRIKE YIELD API SQL HTML DAN SYSTEM IGNORE URL JSON II ROI APR CEO PLEASE HELP WHAT WHY HOW SHOW FIND BUY SELL ' +
    'JAN FEB MAR APR JUN JUL AUG SEP SEPT OCT NOV DEC MON TUE WED THU FRI SAT EOY EOM YTD NOT AND WITH MY ER IVR LEAP LEAPS FOMO GTC ' +
    'IRA IRAS CPA FIFO LIFO DRIP RSU RSUS ESPP HSA OCC ACATS QCC PMCC CSP STO BTO STC OPEX NIIT RMD ETFS CPI FED GDP ATH FINRA SIPC PDT MTM'
  ).split(' '),
)

/** Ordinary words that are one letter away from a company name. */
export const likeNames: ReadonlySet<string> = new Set(
  (
    'apples being boing boring intent abode lilies costs micros pepsis googled orange visas fords cokes merch micro inter until ' +
    'index ample apply maple inter chase chose those whose these there where loses lower other tower power later cater water'
  ).split(' '),
)

/** Short words that are no symbol even beside a stock: "AAPL and a strike", "KO or so". */
export const neverBeside: ReadonlySet<string> = new Set(
  (
    'a all an any are as at be big by can cash cost day e eat fast for fun go good has he hope i in is it key life low main man next nice no not now ' +
    'of on one open or out pay play real run s see so stay sun tell to true two u well work you post fix gap gen get its my the do if me'
  ).split(' '),
)
