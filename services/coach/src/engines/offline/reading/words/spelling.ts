import { glossary } from '@callwright/scoring/glossary'
import { factWords, phraseWords } from '../../phrases.ts'
import { industryWords } from './industries.ts'

/** Whether two words differ by one inserted, missing, wrong or swapped letter. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA === restB) return true
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA.length > 1)
  )
}

const MORE_WORDS =
  'about above across after again against almost along already also always among another anybody anyone anything around away back ' +
  'because been before behind being below beside better between beyond both bring came come could during each easter either else ' +
  'enough even ever every everything except far fewer first following friend from further gave getting given gives goes going gone ' +
  'good great half halloween hand happen hard having heard help here hers high himself hold hope hour however inside instead into ' +
  'just keep kind knew know large last late later least left less light like likely little long look lose lots made make many maybe ' +
  'mean might mine moment month more most much must near need never next night none nothing number often once ones only open other ' +
  'others otherwise ought over own part past perhaps please point prior quarter quite rather really right said same saying seem seen ' +
  'several shall short should side since small some somebody someone something sometimes soon sort still such sure take taken taking than ' +
  'thank thanks that their theirs them then there these they thing things think this those though through till time today together ' +
  'told tomorrow tonight took toward tried true turn under unless until upon used using usual usually very wait wall want weak week ' +
  'were what whatever when where whether which while whole whom whose will wish with within without wonder word work world worth ' +
  'would year yesterday young your yours january february march april june july august september october november december monday ' +
  'jan feb apr aug sep sept oct nov dec ' +
  'tuesday wednesday thursday friday saturday sunday consumer industrial industrials materials communication discretionary staples ' +
  'sense sane rid earlier riskier safer earliest nuts hassle decent regret worse worst ugliest ' +
  'ability accept cannot insurance feb mar apr jun jul aug sep sept oct nov dec tradeable juicy juicier insane actual add admit afternoon agree ahead aim amount answer appear area ask assume attempt aware basically believe big bit block boring ' +
  'brief buddy busy call care case catch cause certain change chance choice choose clear clock close comfortable bank budget commission common confirm confused consider cousin crazy ' +
  'curious dad deal decent decide definitely depend detail difference double easy effort english entire equal especially evening everyone exactly example ' +
  'expect extra faster favorite feel felt figure fine finish five forget forgot found free full fun funny game general generally gimme glad grab ' +
  'group guess guy happy hate heard held hi hold honest honestly huge idea important improve include instead interested kids kinda lady lazy lecture left ' +
  'literally lucky main matter meant mention mess middle minute mistake moment morning mother mood mystery nah naturally neat new nice noob normal note notice obviously ' +
  'okay old original output pass pct person pick place plain plan play pretty probably problem prompt properly purpose quick quickly ran random range ' +
  'reach ready real realistic reason reasonable recent recently regular remain remind remove repeat reply require rest retire retired retirement roughly ' +
  'rule safe save search second seen separate serious seriously shit simple simply single situation sleep slow smart sooner sorry sound speak special start stay ' +
  'stuff stupid suggest super surprise switch talk thread throw ton tonight trick trouble truth understand upset usually various verify version wanted warn ' +
  'financials utilities utility staples pharma biotech banks insurers reits semis compared compare killed garbage crap steps rich cheap ' +
  'round rounds trip brought federal state bracket filled fill fills piece pieces lay track tracked acct accountant theta mid buyback buybacks ' +
  'mom vola minimum maximum ago ugh whichever practice torn paper hardly barely lately forever anyhow besides meanwhile instead supposed figured heck darn dude bro folks mate pal broke hubby husband son daughter uncle aunt boss coworker colleague neighbor doctor nurse teacher engineer kid baby dog house home car mortgage rent vacation christmas thanksgiving holiday birthday coffee lunch dinner lol haha omg wow damn hell yikes cheers greetings regards dear sir madam appreciate appreciated wondering stuck nervous scared afraid excited tempted itching glance peek quickie ballpark rough precise precisely dumb silly fool sitting staring looking holding thinking planning hoping trying ' +
  'afford exclude median retailer retailers aristocrat weekday exact defense defence excluding yielders fit meme drama aristocrats sleepiest calmest quietest steadiest witching beta jan feb mar apr jun jul aug sep sept oct nov dec vola rate rated rates' +
  'way weird whatever wife win wise wonder words worried worry wrong yeah yep yes yup'

const ordinary: ReadonlySet<string> = new Set(MORE_WORDS.split(' '))
export const isOrdinary = (word: string) => ordinary.has(word)

let familiar: ReadonlySet<string> | null = null
let known: ReadonlySet<string> | null = null

/** Every word that the phrases and the glossary use: no other word can change an answer with figures. */
function familiarWords(): ReadonlySet<string> {
  familiar ??= new Set([
    ...phraseWords(),
    ...glossary.flatMap(({ term, synonyms, sentence, why }) =>
      [term, ...synonyms, sentence, why].flatMap((text) => text.toLowerCase().match(/[a-z][a-z']+/gu) ?? []),
    ),
    ...ordinary,
    ...industryWords(),
  ])
  return familiar
}

/** The familiar words and those of general questions: none of them is a misspelling. */
export function vocabulary(): ReadonlySet<string> {
  known ??= new Set([...familiarWords(), ...factWords()])
  return known
}

const MIN_CORRECTED_LENGTH = 5

/** Corrects a word that is unfamiliar and one letter away from exactly one familiar word. */
export function correctSpelling(word: string): string {
  const words = vocabulary()
  if (word.length < MIN_CORRECTED_LENGTH || words.has(word)) return word
  let near: string | null = null
  for (const candidate of words) {
    if (candidate.length < MIN_CORRECTED_LENGTH - 1 || !isOneEditAway(word, candidate)) continue
    // Plurals and other forms of a word are not misspellings.
    if (isOtherForm(word, candidate) || isOtherForm(candidate, word)) return word
    if (near !== null) return word
    near = candidate
  }
  return near ?? word
}

const isOtherForm = (word: string, other: string) =>
  word.startsWith(other) && /^[dsry]$/u.test(word.slice(other.length))

/** Whether neither a word nor another form of it is known. */
export function isUnfamiliar(word: string): boolean {
  const words = familiarWords()
  const stem = word.replace(/(?:ies|ing|ed|es|ly|er|est|s|d|y)$/u, '')
  return ![word, stem, `${stem}e`, `${stem}y`, stem.replace(/(.)\1$/u, '$1')].some((form) => words.has(form))
}
