import { parseArgs, parseEnv } from 'node:util'
import { readCommandLine } from '../command-line.ts'
import { type Env, isSet } from '../env.ts'
import { type CheckDeps, type CheckedMarket, checkMarket } from './check-market.ts'
import { askSettings, CONSENT, type Values } from './conversation.ts'
import { readEnvText, setVariables, writePrivateFile } from './env-file.ts'
import { findOffer, listFreeSources, listPriceSources } from './offers.ts'
import { openTerminal, type Streams, type Terminal } from './terminal.ts'

export interface SetupDeps extends Omit<CheckDeps, 'say'>, Streams {
  /** The shell's environment, which overrides the file when the product starts. */
  readonly env: Env
  /** Path of the `.env` file. */
  readonly file: string
  /** Whether someone can answer questions. */
  readonly isTerminal: boolean
}

const USAGE = `Usage: npm run setup
       npm run setup -- --non-interactive --source NAME[,NAME] [--accept-terms NAME[,NAME]] [--sec "NAME E-MAIL"] [--no-check]
  --source        simulated, or providers in order of preference; their keys are read from the environment
  --accept-terms  providers whose vendor has given you the consent that its terms require
  --sec           name and e-mail address for the SEC
  --no-check      writes the settings without checking them
  --help          shows this text
Sources: simulated, ${listPriceSources()
  .map(({ name }) => name)
  .join(', ')}. ENV_FILE names another file than .env.`

/**
 * Asks for the settings of a market, or reads them from flags, checks them, and writes them to the `.env` file. Returns
 * false if they do not work; then nothing is written, unless the user wants it. Rejects with `SetupCanceled` on Ctrl-C.
 */
export async function runSetup(args: readonly string[], deps: SetupDeps): Promise<boolean> {
  if (args.some((flag) => flag === '--help' || flag === '-h')) {
    deps.output.write(`${USAGE}\n`)
    return true
  }
  const flags = readSetupArguments(args)
  if (!flags.isInteractive) return setUpFromFlags(flags, deps)
  if (!deps.isTerminal) throw new Error(`This is not a terminal, so use --non-interactive.\n\n${USAGE}`)
  return converse(openTerminal(deps), deps)
}

async function converse(terminal: Terminal, deps: SetupDeps): Promise<boolean> {
  const text = await readEnvText(deps.file)
  const present = { ...parseEnv(text), ...deps.env }
  for (;;) {
    const values = await askSettings(terminal, present)
    const checked = await check(values, present, { ...deps, say: (words) => terminal.say(words.trimEnd()) })
    if (checked !== null && checked.lines.length > 0) terminal.say(checked.lines.join('\n'))
    if (checked?.isHealthy !== false) {
      await save(text, values, deps, terminal.say)
      return true
    }
    terminal.warn(['Not everything works:', ...checked.faults.map((fault) => `- ${fault}`)].join('\n'))
    const next = await terminal.choose('What now?', [
      { value: 'again', label: 'Answer the questions again' },
      { value: 'write', label: 'Write these settings anyway' },
      { value: 'leave', label: 'Leave everything as it was' },
    ])
    if (next === 'write') await save(text, values, deps, terminal.say)
    if (next !== 'again') return false
  }
}

async function setUpFromFlags(flags: Flags, deps: SetupDeps): Promise<boolean> {
  const say = (words: string) => void deps.output.write(`${words.trimEnd()}\n`)
  const text = await readEnvText(deps.file)
  const present = { ...parseEnv(text), ...deps.env }
  const values = readValues(flags, present)
  const checked = flags.isChecked ? await check(values, present, { ...deps, say }) : null
  if (checked !== null && checked.lines.length > 0) say(checked.lines.join('\n'))
  if (checked?.isHealthy === false) {
    say(['Not everything works, so nothing was written:', ...checked.faults.map((fault) => `- ${fault}`)].join('\n'))
    return false
  }
  await save(text, values, deps, say)
  return true
}

/** Checks the settings with the providers; a market that needs no network has nothing to check. */
async function check(values: Values, present: Env, deps: CheckDeps): Promise<CheckedMarket | null> {
  const isReal = values.MARKET_DATA_PROVIDER !== 'simulated'
  return isReal ? checkMarket({ ...present, ...values }, deps) : null
}

async function save(text: string, values: Values, deps: SetupDeps, say: (words: string) => void): Promise<void> {
  await writePrivateFile(deps.file, setVariables(text, values))
  say(`Wrote ${Object.keys(values).join(', ')} to ${deps.file}, which only you can read.`)
  const overridden = Object.keys(values).filter((name) => isSet(deps.env, name) && deps.env[name] !== values[name])
  if (overridden.length > 0)
    say(`The shell also sets ${overridden.join(', ')}, and the shell's value wins. Unset it there.`)
  say('Start Callwright, or restart it: npm start')
}

interface Flags {
  readonly isInteractive: boolean
  readonly isChecked: boolean
  readonly sources: readonly string[]
  readonly accepted: readonly string[]
  readonly sec: string | null
}

/** Throws an error with a message for the user. */
function readSetupArguments(args: readonly string[]): Flags {
  return readCommandLine(USAGE, () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'non-interactive': { type: 'boolean' },
        source: { type: 'string' },
        'accept-terms': { type: 'string' },
        sec: { type: 'string' },
        'no-check': { type: 'boolean' },
      },
    })
    const isInteractive = values['non-interactive'] !== true
    const [other] = Object.keys(values).filter((name) => name !== 'non-interactive')
    if (isInteractive && other !== undefined) throw new Error(`--${other} needs --non-interactive`)
    const sources = splitNames(values.source)
    if (!isInteractive && sources.length === 0) throw new Error('--non-interactive needs --source')
    return {
      isInteractive,
      isChecked: values['no-check'] !== true,
      sources,
      accepted: splitNames(values['accept-terms']),
      sec: values.sec ?? null,
    }
  })
}

const splitNames = (list = '') =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Collects the values of the flags, with the keys from the environment or the file. */
function readValues({ sources, accepted, sec }: Flags, present: Env): Values {
  const values: Record<string, string> = { MARKET_DATA_PROVIDER: sources.join(',') }
  for (const name of sources.filter((source) => source !== 'simulated')) {
    const offered = findOffer(name)
    if (offered === null) throw new Error(`There is no provider ${name}`)
    const { consent, settings } = offered.offer
    if (consent !== null) {
      if (!accepted.includes(name)) {
        throw new Error(
          [`${name} needs --accept-terms ${name}, which confirms that you have its consent:`, ...consent.terms].join(
            '\n',
          ),
        )
      }
      values[consent.variable] = CONSENT
    }
    const missing = settings.map(({ variable }) => variable).filter((variable) => !isSet(present, variable))
    if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')} in the environment`)
    for (const { variable } of settings) values[variable] = present[variable]?.trim() ?? ''
  }
  for (const { offer } of listFreeSources()) {
    for (const { variable } of offer.settings) {
      const value = (variable === 'SEC_USER_AGENT' ? sec : null) ?? present[variable]?.trim() ?? ''
      if (value !== '') values[variable] = value
    }
  }
  return values
}
