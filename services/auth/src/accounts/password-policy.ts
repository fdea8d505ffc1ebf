const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/**
 * Converts a name or email to the form in which they are compared (D31): NFKC with full case folding, without invisible
 * characters. It upper-cases first, because lower-casing alone keeps some pairs distinct (`ß` and `SS`, both Greek
 * sigmas).
 */
export function normalizeName(text: string): string {
  const folded = text.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase()
  return folded.normalize('NFKC').trim()
}

export interface PasswordPolicy {
  readonly minLength: number
  readonly refuseCommon: boolean
}

/** The most common passwords in cracking lists, lowercase letters only. */
const commonCores = new Set(
  `password passwd passwort passord parola motdepasse contrasena senha wachtwoord pass passpass mypass mypassword
  qwerty qwertz azerty qwertyuiop qwertyui asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe
  abc abcabc abcd abcdef abcdefg abcdefgh aaa admin administrator root toor user guest login logon test tester testing
  default changeme change secret letmein welcome hello helloworld hi access master superman batman spiderman ironman
  starwars pokemon naruto dragon monkey tiger lion eagle falcon phoenix shadow killer hunter ranger warrior soldier
  football baseball basketball hockey soccer golf liverpool chelsea arsenal barcelona realmadrid juventus yankees lakers
  cowboys steelers dallas michael jordan jessica jennifer michelle ashley amanda nicole daniel andrew joshua matthew
  thomas robert charlie george william anthony richard maria anna sophie iloveyou iloveu loveyou lovely love sweetheart
  princess prince angel angels babygirl sunshine flower butterfly rainbow summer winter spring autumn january february
  march april june july august september october november december monday friday sunday london paris berlin newyork
  america canada germany france china russia india freedom liberty whatever nothing internet computer server windows
  microsoft google facebook instagram twitter youtube amazon apple samsung android iphone minecraft fortnite roblox
  mustang ferrari porsche corvette harley mercedes yamaha cookie chocolate banana orange cheese pepper ginger summer
  trustno jesus christ blessed heaven god faith money dollar bitcoin crypto wallet
  stocks options trader trading invest investor investing broker wallstreet tothemoon callwright coveredcall`.split(
    /\s+/,
  ),
)

const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

/** Explains to the user why a password is rejected; null if it is allowed. */
export function findPasswordProblem(
  password: string,
  policy: PasswordPolicy,
  names: readonly string[] = [],
): string | null {
  if ([...password].length < policy.minLength) return `Password must be at least ${policy.minLength} characters`
  if (!policy.refuseCommon) return null
  if (isNamed(password, names)) return 'Password must not be your username or email'
  return isCommon(password) ? 'This password is too common. Please choose another' : null
}

function isNamed(password: string, names: readonly string[]): boolean {
  const key = normalizeName(password)
  return names.some((name) => name !== '' && normalizeName(name) === key)
}

function isCommon(password: string): boolean {
  const folded = normalizeName(password)
  if (hasShortPeriod(folded) || isWalk(folded) || isDate(folded)) return true
  const bare = folded.replace(/(?<![^a-z])[^a-z]+$/, '').replace(/^[^a-z]+/, '')
  return [folded, bare].some((form) => commonCores.has(spell(form).replaceAll(/[^a-z]/g, '')))
}

/** Replaces look-alike characters with letters: `p4$$w0rd` becomes `password`. */
function spell(text: string): string {
  return [...text].map((character) => letterOf[character] ?? character).join('')
}

/** Whether the text repeats a short pattern: `aaaaaaaa`, `12121212`, `abcabcabc`. */
function hasShortPeriod(text: string): boolean {
  const periods = [1, 2, 3, 4].filter((period) => text.length >= 2 * period)
  return periods.some((period) => [...text].every((character, index) => character === text[index % period]))
}

/** Whether the text is a run of consecutive letters, digits or keyboard keys, in either direction. */
function isWalk(text: string): boolean {
  const reversed = [...text].reverse().join('')
  return walks.some((walk) => walk.includes(text) || walk.includes(reversed))
}

/** Whether the text is six or eight digits that form a date. */
function isDate(text: string): boolean {
  return /^((19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d((19|20)\d\d|\d\d)|[01]\d[0-3]\d(19|20)\d\d)$/.test(text)
}
