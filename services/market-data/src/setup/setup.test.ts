import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ProviderDefinition } from '../providers/provider-definition.ts'
import { setVariables, writePrivateFile } from './env-file.ts'
import { deriveOffer, listPriceSources } from './offers.ts'
import { runSetup } from './run-setup.ts'

const KEY = 'canary-key-4f1c9d7e'
const ENTER = '\r'
const DOWN = '\u001b[B'
const CTRL_C = '\u0003'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callwright-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const fileIn = () => join(folder, '.env')

/** Keys to press once the output has these words. */
type Script = readonly (readonly [words: string, keys: string])[]

/** Answers questions on streams that are no terminal; returns all output. */
function openStreams(script: Script) {
  const input = new PassThrough()
  const output = new PassThrough()
  const steps = [...script]
  let shown = ''
  let readTo = 0
  output.on('data', (chunk) => {
    shown += stripVTControlCharacters(String(chunk))
    const [step] = steps
    const at = step === undefined ? -1 : shown.indexOf(step[0], readTo)
    if (step === undefined || at < 0) return
    readTo = shown.length
    steps.shift()
    setImmediate(() => input.write(step[1]))
  })
  return { input, output, read: () => shown, left: steps }
}

const refuseAll = async () =>
  new Response(JSON.stringify({ status: 'ERROR', error: 'Unknown API Key' }), {
    status: 401,
    headers: { 'content-type': 'application/json' },
  })

function converse(script: Script, env: Record<string, string> = {}, args: readonly string[] = []) {
  const streams = openStreams(script)
  const { input, output } = streams
  const run = runSetup(args, {
    env,
    input,
    output,
    wait,
    file: fileIn(),
    isTerminal: true,
    now: Date.now,
    fetch: refuseAll as typeof globalThis.fetch,
  })
  return { run, ...streams }
}

/** Massive comes after the free providers. */
const CHOOSE_MASSIVE = [
  'Where should prices come from?',
  `${DOWN.repeat(1 + listPriceSources().findIndex(({ name }) => name === 'massive'))}${ENTER}`,
] as const

describe('the .env file', () => {
  const BEFORE = '# mine\nBASE_PORT=9000\nMARKET_DATA_PROVIDER=simulated\n\nTOKEN="two\nlines"\n'

  test('keeps other lines, replaces its own, and adds new ones under a heading', () => {
    const after = setVariables(BEFORE, { MARKET_DATA_PROVIDER: 'massive', SEC_USER_AGENT: 'Example Research a@b.com' })
    expect(after).toBe(
      '# mine\nBASE_PORT=9000\nMARKET_DATA_PROVIDER=massive\n\nTOKEN="two\nlines"\n\n# Written by npm run setup\nSEC_USER_AGENT=\'Example Research a@b.com\'\n',
    )
    const again = setVariables(after, { A_KEY: 'x', MARKET_DATA_PROVIDER: 'simulated' })
    expect(again.match(/# Written by npm run setup/g)).toHaveLength(1)
    expect(again.endsWith('A_KEY=x\n')).toBe(true)
  })

  test.each(['a b', "O'Brien a@b.com", 'a#b', '$HOME', '"quoted"'])('a value reads back as written: %s', (value) => {
    expect(setVariables('', { NAME: value })).toMatch(/^# Written by npm run setup\nNAME=/)
  })

  test('a value that cannot be written is refused without showing it', () => {
    const write = () => setVariables('', { A_KEY: `it's $${KEY}` })
    expect(write).toThrow('A_KEY has characters')
    expect(write).not.toThrow(KEY)
  })

  test('is replaced in one step, is readable only by its owner, and may be a link', async () => {
    const real = join(folder, 'real')
    writeFileSync(real, 'old', { mode: 0o644 })
    symlinkSync(real, fileIn())
    await writePrivateFile(fileIn(), 'new\n')
    expect(readFileSync(real, 'utf8')).toBe('new\n')
    expect(statSync(real).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['.env', 'real'])
  })
})

describe('a conversation', () => {
  test('the simulated market needs no other answer', async () => {
    const { run } = converse([['Where should prices come from?', ENTER]])
    await expect(run).resolves.toBe(true)
    expect(readFileSync(fileIn(), 'utf8')).toBe('# Written by npm run setup\nMARKET_DATA_PROVIDER=simulated\n')
    expect(statSync(fileIn()).mode & 0o777).toBe(0o600)
  })

  test('a refused key is reported with the next step, and nothing is written', async () => {
    writeFileSync(fileIn(), 'BASE_PORT=9000\n')
    const { run, read, left } = converse([
      CHOOSE_MASSIVE,
      ['API key', `${KEY}${ENTER}`],
      ['Your name and e-mail address', ENTER],
      ['What now?', `${DOWN}${DOWN}${ENTER}`],
    ])
    await expect(run).resolves.toBe(false)
    expect(left).toEqual([])
    expect(read()).toContain('Copy the key from the provider')
    expect(read()).not.toContain(KEY)
    expect(readFileSync(fileIn(), 'utf8')).toBe('BASE_PORT=9000\n')
  })

  test('the user can write settings that do not work yet, and keep the present key', async () => {
    writeFileSync(fileIn(), `MASSIVE_API_KEY=${KEY}\n`)
    const { run, read } = converse([
      CHOOSE_MASSIVE,
      ['Enter keeps the present one', ENTER],
      ['Your name and e-mail address', `Example Research ops@example.com${ENTER}`],
      ['What now?', `${DOWN}${ENTER}`],
    ])
    await expect(run).resolves.toBe(false)
    expect(read()).not.toContain(KEY)
    expect(readFileSync(fileIn(), 'utf8')).toBe(
      `MASSIVE_API_KEY=${KEY}\n\n# Written by npm run setup\nMARKET_DATA_PROVIDER=massive\nSEC_USER_AGENT='Example Research ops@example.com'\n`,
    )
  })

  test.each([
    ['at the first question', [['Where should prices come from?', CTRL_C]]],
    ['at the key', [CHOOSE_MASSIVE, ['API key', `half-${KEY}${CTRL_C}`]]],
  ] as const)('Ctrl-C %s changes nothing', async (_when, script) => {
    writeFileSync(fileIn(), 'BASE_PORT=9000\n')
    await expect(converse(script).run).rejects.toThrow('Nothing was changed')
    expect(readFileSync(fileIn(), 'utf8')).toBe('BASE_PORT=9000\n')
    expect(readdirSync(folder)).toEqual(['.env'])
  })

  test('--help shows the flags and the sources, and asks nothing', async () => {
    const { run, read } = converse([], {}, ['--help'])
    await expect(run).resolves.toBe(true)
    expect(read()).toMatch(/--accept-terms .*\nSources: simulated, alpaca, /s)
    expect(readdirSync(folder)).toEqual([])
  })

  test('without a terminal, it names the flags', async () => {
    const { input, output } = openStreams([])
    const deps = { env: {}, input, output, wait, file: fileIn(), isTerminal: false, fetch, now: Date.now }
    await expect(runSetup([], deps)).rejects.toThrow('--non-interactive')
  })
})

describe('flags', () => {
  const run = (args: string, env: Record<string, string> = {}) =>
    converse([], env, ['--non-interactive', ...args.split(' ').filter(Boolean)])

  test('take the key from the environment and never show it', async () => {
    const { run: done, read } = run('--source massive --no-check', { MASSIVE_API_KEY: KEY })
    await expect(done).resolves.toBe(true)
    expect(readFileSync(fileIn(), 'utf8')).toContain(`MASSIVE_API_KEY=${KEY}`)
    expect(read()).not.toContain(KEY)
  })

  test('write nothing if a check fails', async () => {
    const { run: done, read } = run('--source massive', { MASSIVE_API_KEY: KEY })
    await expect(done).resolves.toBe(false)
    expect(read()).toContain('nothing was written')
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['', '--non-interactive needs --source'],
    ['--source acme', 'There is no provider acme'],
    ['--source massive', 'massive needs MASSIVE_API_KEY in the environment'],
    ['--key secret', "Unknown option '--key'"],
  ])('"%s" is refused: %s', async (args, message) => {
    await expect(run(args).run).rejects.toThrow(message)
    expect(readdirSync(folder)).toEqual([])
  })
})

test('providers that cost nothing come first, and those that need consent last', () => {
  const sources = listPriceSources()
  expect(sources[0]?.name).toBe('alpaca')
  const needsConsent = sources.map(({ offer }) => offer.consent !== null)
  expect(needsConsent).toEqual(needsConsent.toSorted((a, b) => Number(a) - Number(b)))
})

test('a provider without its own offer is asked for what its variables say', () => {
  const definition: ProviderDefinition = {
    name: 'demo',
    capabilities: ['quotes'],
    variables: ['DEMO_TOKEN', 'DEMO_ACCOUNT', 'DEMO_BASE_URL', 'DEMO_PERMISSION'],
    keyless: false,
    readSettings: () => ({ ok: false, problems: ['Demo needs its vendor’s consent'] }),
  }
  const { settings, consent } = deriveOffer(definition)
  expect(settings.map(({ variable, isSecret }) => [variable, isSecret])).toEqual([
    ['DEMO_TOKEN', true],
    ['DEMO_ACCOUNT', false],
  ])
  expect(consent).toEqual({ variable: 'DEMO_PERMISSION', terms: ['Demo needs its vendor’s consent'] })
})
