import { correctSpelling } from './words/spelling.ts'

/** Contract symbols of brokers and exchanges: `AAPL261218C00600000`, and the short form `.AAPL261218C600`. */
const CONTRACTS = [
  /(?<![\p{L}\d])(?:O:)?([A-Z]{1,6})\s*(\d{2})(\d{2})(\d{2})([CP])(\d{5})(\d{3})(?!\d)/giu,
  /(?<![\p{L}\d])\.?([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{1,5})(\.\d{1,3})?(?![\p{L}\d])/giu,
]
const writeContract = (...[, symbol = '', year, month, day, right = '', dollars, thousandths]: string[]) =>
  `${symbol.toUpperCase()} 20${year}-${month}-${day} $${Number(`${dollars}.${thousandths?.replace('.', '') ?? 0}`)} ${right.toUpperCase() === 'P' ? 'put' : 'call'}`

/** "Extrinsic? what is that" asks what the word before means. */
const NAMED_FIRST =
  /^(?:wait|ok|okay|hm+|sorry|and)?,? ?([a-z][a-z -]{1,28}[a-z])[?!., ]{1,5}(?:what(?:'s| is|s| does)|wats|wtf is|meaning of) (?:that|it|this)(?: mean| again| anyway)?[?!. ]{0,4}$/iu
export const nameFirst = (message: string): string => message.trim().replace(NAMED_FIRST, 'what is $1')
/** "41, not 44": the figure that is corrected. */
const CORRECTED = /(?<=\d),? (?:and )?not \$?\d{1,6}(?:\.\d{1,2})?(?![\d%])/iu

/** Brings punctuation to plain characters and contract symbols to words. Keeps the case. */
export const tidyMessage = (message: string): string =>
  CONTRACTS.reduce(
    (text, pattern) => text.replace(pattern, writeContract),
    message
      .normalize('NFKC')
      .replace(/[\u2010-\u2015\u2212]/gu, '-')
      .replace(/[\u2018\u2019\u02bc`]/gu, "'")
      .replace(/[\u201c\u201d]/gu, '"')
      .replace(/[\p{Cc}\p{Cf}]/gu, ' '),
  )
    // No stock is meant by the letter after "&".
    .replace(/\bP ?& ?L\b/giu, 'pnl')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(CORRECTED, '')

const BROKER =
  '(?:(?:charles )?schwab|robinhood|fidelity|ibkr|interactive brokers|vanguard|e-?trade|tastytrade|webull|merrill(?: edge)?|thinkorswim|sofi|morgan stanley)'
const OF_BROKER =
  "(?:app|account|website|site|page|platform|screen|statement|login|log-?in|password|says?|shows?|showed|displays?|charges?|charged|reject\\w*|lets?|allows?|will not|won't|would not|wouldn't|closed my|quotes (?:a|another|me)|tells?|told|filled|assigned|approved|denied|customer service|support|has a different)"
/** A stock would be named here with its price, its calls or its dates. */
const OF_STOCK =
  "(?!'s|\\s(?:calls?|options?|stock|shares?|price|premiums?|positions?|strikes?|earnings|dividends?|covered|at|for|\\$?\\d))"
const BROKERS = [
  new RegExp(`(?<![\\p{L}])(?:my |the |our )?${BROKER}(?:'s)?(?= (?:[a-z]+ )?${OF_BROKER}(?![\\p{L}]))`, 'giu'),
  new RegExp(
    `(?<=\\b(?:sign|log|signed|logged|go|get)(?: me)? ?(?:in|on|into|onto)(?: to| at| my)? )(?:my )?${BROKER}(?![\\p{L}])`,
    'giu',
  ),
  new RegExp(
    `(?<=\\b(?:account|order|orders|trades?|trading|roll|position|positions|shares|everything|statement|place it|place the roll|it) (?:at|with|in|to|from|through|via) )${BROKER}(?![\\p{L}])${OF_STOCK}`,
    'giu',
  ),
  new RegExp(`(?<=\\b(?<!\\b(?:look|looking|looked) )(?:at|through|via) )${BROKER}(?![\\p{L}])${OF_STOCK}`, 'giu'),
]

/** Writes "my broker" for the name of a broker that is meant as one, since some brokers are listed stocks, too. */
export const nameBrokers = (text: string): string =>
  BROKERS.reduce((written, pattern) => written.replace(pattern, 'my broker'), text)

/** Abbreviations and number words with their meanings, matched as whole words in lower case. */
const SHORT_FORMS = `
u=you; ur=your; r=are; y=why; ya=you; im=i'm; ive=i've; id=i'd; hows=how's; whats|wats|wut|wat(?= (?:is|are|r|does|do|abt|about|the|my|would)\\b)=what's; whens=when's; wheres=where's
whos=who's; dont=don't; doesnt=doesn't; isnt=isn't; arent=aren't; cant=can't; wont=won't; didnt=didn't; thats=that's; theyre=they're
gonna|gunna=going to; wanna=want to; gotta=got to; gimme=give me; lemme=let me; shld=should; wld=would; pls|plz=please; thx|ty=thanks; cals|callz=calls; y/n=yes or no
wtf|wth|tf=what; rn=right now; nxt=next; prob|prolly=probably; yday=yesterday; w/o|w/out=without; w/|w(?!/)=with; abt|bout=about; b4=before
btwn|btw|bw=between; bc|cuz|coz=because; tmrw|tmr|tomorow|tmw=tomorrow; mkts?=market; mths?=months; wks=weeks; wk=week; yrs=years
yr=year; cmp=compare; calc=calculate; prems?=premium; ann|annl=annual; stonks?=stocks; ccs=covered calls; cc=covered call; pos=position
exps?=expiration; expirys=expirations; avg=average; div=dividend; divs|divi|divvy|divvies=dividends; er=earnings; mon=monday
tues?=tuesday; weds?=wednesday; thurs?|thu=thursday; fri=friday; thru=through; diff=difference; info=information; port=portfolio
hi iv=high iv; lotta|(?<!\\d )lots of|plenty of=high; n=and; opts=options; sh|shs=shares; assn=assignment; underlyer=underlying; csp=cash secured put
csps=cash secured puts; pcs=put credit spreads; itms=itm; havent=haven't; btc=buy to close; sto=sell to open; sold to open=sold; pmt=payment
(?:an?|one) hundred=100; two hundred=200; three hundred=300; four hundred=400; five hundred=500; (?:a )?couple(?: of)?=2; half a dozen=6
a dozen=12; (?:a )?few(?= (?:weeks|months|days))=3; (?<!\\b(?:the|these|those|which) )two=2; three=3; four=4; five=5; six=6; seven=7; eight=8; nine=9; ten=10; twelve=12
fifteen=15; twenty=20; twenty[- ]five=25; thirty=30; forty=40; forty[- ]five=45; fifty=50; sixty=60; ninety=90; a thousand=1000
(?:a )?month and a half=45 days; half a buck|half a dollar=$0.50; (?:a|one) (?:buck|dollar) fifty=$1.50; (?:a|one) buck(?! share)=$1
(?:a|one) dollar=$1; half a percent=0.5%; (?:a )?quarter (?:of a )?percent=0.25%; one percent|(?<!\\b(?:as|in|what|which|half) )a percent=1%; til|'til=until; (?:one|1) in (?:two|2)=50%; (?:one|1) in (?:three|3)=33%
(?:one|1) in (?:four|4)=25%; (?:one|1) in (?:five|5)=20%; (?:one|1) in (?:ten|10)=10%; strke|stirke|strick=strike; weks?|weaks=weeks; premum|premuim|premimum=premium; delat=delta
expirey|expiery=expiration; dividen|dividnd=dividend; diffrence=difference; shud=should; cud=could; wud=would; cal=call; cals=calls; teh=the
`
const shortForms = SHORT_FORMS.trim()
  .split(/;\s|\n/u)
  .map((entry) => entry.split(/=(?=[^=]*$)/u) as [string, string])

const isPlainForm = new Set(shortForms.flatMap(([typed]) => typed.split('|')))
/** In lower case, "abt" is short for "about", not a symbol. */
export const isShortForm = (word: string): boolean => isPlainForm.has(word)

const replacements = shortForms
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([typed, meant]) => [new RegExp(`(?<![\\p{L}\\d$.'/&-])(?:${typed})(?![\\p{L}\\d'&])`, 'gu'), meant] as const)

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}'
const LISTED = new RegExp(
  String.raw`(?<!${MONTH}\.? )(?<![\d.$-])((?:(?:0?\.)?\d{1,3}%?(?:,? (?:and |or |& )?|,|/)){2,5})((?:0?\.)?\d{1,3})(%?[ -]?(?:deltas?|days?|dte|weeks?|months?|otm|out)(?: out of the money| otm| out)?)(?![\p{L}\d])`,
  'gu',
)
const MOVE =
  /(\b(?:go(?:ing)?|mov(?:e|ing)|step(?:ping)?|switch(?:ing)?) (?:up |down |out )?from (?:an? )?)(\d{1,3})( (?:up |down |out )?to (?:an? )?)(\d{1,3})(%?[ -]?(?:deltas?|days?|dte|weeks?|otm|out))(?![\p{L}\d])/gu
/** "30, 45 and 60 days" as "30 days, 45 days and 60 days". */
const writeUnits = (text: string) =>
  text
    .replace(LISTED, (_whole, before: string, last: string, unit: string) =>
      [...(before.match(/(?:0?\.)?\d{1,3}/gu) ?? []), last].map((value) => `${value}${unit}`).join(' or '),
    )
    .replace(MOVE, '$1$2$5 versus $4$5')

/** "65c fees" are cents, but "the 65c" is a call. */
const FEE_UNIT = /(?<=\d)c(?=(?: (?:a|per|each|of|in|contract))*[ /](?:fees?|comms?|commissions?)\b)/gu
const FEE_WORD = / ?\/? ?(?<=(?:\d|cents?|\$) ?\/? ?)comms?\b/gu

/** Lower case, abbreviations written out. */
export const expand = (text: string): string =>
  writeUnits(
    replacements
      .reduce(
        (written, [typed, meant]) => written.replace(typed, meant),
        text.toLowerCase().replaceAll('≥', '>=').replaceAll('≤', '<='),
      )
      .replace(/(?<=\d)[- ]?ish\b/gu, '')
      .replace(FEE_UNIT, ' cents')
      .replace(FEE_WORD, ' commission')
      .replace(/\s+/gu, ' ')
      .trim(),
  )

/** The same with corrected spelling. */
export const writeOut = (text: string): string =>
  expand(text).replace(/(?<![\p{L}'])[a-z]+(?![\p{L}'])/gu, correctSpelling)
