/** Common company names by symbol: lower case, without legal suffixes. */
export const nicknames: Readonly<Record<string, string>> = {
  AAPL: 'apple|appl',
  ABBV: 'abbvie',
  ABNB: 'airbnb',
  ABT: 'abbott',
  ADBE: 'adobe',
  AMAT: 'applied materials',
  AMD: 'advanced micro devices',
  AMGN: 'amgen',
  AMZN: 'amazon|amzon',
  AVGO: 'broadcom',
  AXP: 'american express|amex',
  BA: 'boeing',
  BAC: 'bank of america|bofa|b of a|boa',
  BLK: 'blackrock',
  BMY: 'bristol myers|bristol myers squibb',
  'BRK.B': 'berkshire|berkshire hathaway',
  C: 'citigroup|citibank',
  CAT: 'caterpillar',
  CMCSA: 'comcast',
  COIN: 'coinbase',
  COST: 'costco',
  CRM: 'salesforce',
  CSCO: 'cisco',
  CVS: 'cvs health',
  CVX: 'chevron',
  DE: 'john deere|deere',
  DIS: 'disney|walt disney|mickey mouse',
  F: 'ford',
  FDX: 'fedex',
  GE: 'general electric',
  GM: 'general motors',
  GOOGL: 'google|alphabet',
  GS: 'goldman|goldman sachs',
  HD: 'home depot',
  HON: 'honeywell',
  IBM: 'international business machines|big blue',
  INTC: 'intel',
  JNJ: 'johnson & johnson|johnson and johnson',
  JPM: 'jpmorgan|jp morgan|jpmorgan chase|jpm chase',
  KO: 'coca cola|coca-cola|coke',
  LLY: 'eli lilly|lilly',
  LMT: 'lockheed|lockheed martin',
  LOW: "lowe's",
  MA: 'mastercard',
  MCD: "mcdonald's|mcdonalds",
  META: 'facebook|meta platforms|fb',
  MMM: '3m',
  MO: 'altria',
  MRK: 'merck',
  MSFT: 'microsoft|micro soft',
  MU: 'micron',
  NFLX: 'netflix',
  NKE: 'nike',
  NVDA: 'nvidia|nvdia|nvida',
  ORCL: 'oracle',
  PEP: 'pepsi|pepsico',
  PFE: 'pfizer',
  PG: 'procter & gamble|procter and gamble|procter',
  PLTR: 'palantir',
  PYPL: 'paypal',
  QCOM: 'qualcomm',
  SBUX: 'starbucks',
  SHOP: 'shopify',
  T: 'at&t',
  TGT: 'target corporation|target stock',
  TSLA: 'tesla',
  UBER: 'uber',
  UNH: 'unitedhealth|united health',
  UPS: 'united parcel',
  V: 'visa',
  VZ: 'verizon',
  WFC: 'wells fargo',
  WMT: 'walmart',
  XOM: 'exxon|exxonmobil|exxon mobil',
}

/** Well-known symbols that are missing from the market's list. */
export const alsoKnown = ['SPY', 'QQQ', 'IWM', 'GOOG', 'SOFI', 'NOPT'] as const

/** Longest names first. */
export const companyNames: readonly (readonly [name: string, symbol: string])[] = Object.entries(nicknames)
  .flatMap(([symbol, all]) => all.split('|').map((name) => [name, symbol] as const))
  .toSorted(([a], [b]) => b.length - a.length)

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
    'JAN FEB MAR APR JUN JUL AUG SEP SEPT OCT NOV DEC MON TUE WED THU FRI SAT EOY EOM YTD NOT AND WITH MY ER IVR LEAP LEAPS FOMO'
  ).split(' '),
)
