import type { Env } from '../env.ts'
import type { AskedSetting } from '../providers/provider-definition.ts'
import { findOffer, listFreeSources, listPriceSources, type OfferedProvider } from './offers.ts'
import type { Terminal } from './terminal.ts'

/** Variables to write, by name. */
export type Values = Readonly<Record<string, string>>

/** The answer that gives consent. Nothing shorter counts. */
export const CONSENT = 'yes'
const SIMULATED = 'simulated'

/** Asks for the source of prices, the consent it needs, its keys, and the settings of the free sources. */
export async function askSettings(terminal: Terminal, env: Env): Promise<Values> {
  const source = await terminal.choose('Where should prices come from?', [
    { value: SIMULATED, label: 'Simulated market', hint: 'not real prices; needs nothing' },
    ...listPriceSources().map(({ name, offer: { title, summary, consent } }) => ({
      value: name,
      label: title,
      hint: consent === null ? summary : `${summary}; only with the vendor’s consent`,
    })),
  ])
  const provider = findOffer(source)
  if (provider === null) return { MARKET_DATA_PROVIDER: SIMULATED }
  return {
    MARKET_DATA_PROVIDER: source,
    ...(await askConsent(terminal, provider)),
    ...(await askProvider(terminal, provider, env)),
    ...(await askFreeSources(terminal, env)),
  }
}

async function askConsent(terminal: Terminal, { offer: { title, consent } }: OfferedProvider): Promise<Values> {
  if (consent === null) return {}
  terminal.warn([`Terms of ${title}:`, ...consent.terms].join('\n'))
  await terminal.ask(`Do you have the consent that these terms require? Type ${CONSENT} to confirm`, '', (answer) =>
    answer === CONSENT ? undefined : `Type ${CONSENT}, or press Ctrl-C to stop`,
  )
  return { [consent.variable]: CONSENT }
}

async function askProvider(terminal: Terminal, provider: OfferedProvider, env: Env): Promise<Values> {
  const { offer } = provider
  if (offer.origin !== null && offer.settings.length > 0) terminal.say(offer.origin)
  const values: Record<string, string> = {}
  for (const setting of offer.settings) Object.assign(values, await askSetting(terminal, offer.title, setting, env))
  return values
}

async function askSetting(terminal: Terminal, title: string, setting: AskedSetting, env: Env): Promise<Values> {
  const { variable, label, isSecret } = setting
  const current = env[variable]?.trim() ?? ''
  const validate = (answer: string) => (answer === '' && current === '' ? 'This is required' : undefined)
  const message = `${title}: ${label}`
  const answer = isSecret
    ? await terminal.askSecret(current === '' ? message : `${message} (Enter keeps the present one)`, validate)
    : await terminal.ask(message, current, validate)
  return answer === '' ? {} : { [variable]: answer }
}

/** Asks for the settings of free sources, which can be skipped. */
async function askFreeSources(terminal: Terminal, env: Env): Promise<Values> {
  const values: Record<string, string> = {}
  for (const { offer, definition } of listFreeSources()) {
    if (offer.origin !== null) terminal.say(`${offer.title}: ${offer.summary}. ${offer.origin}`)
    for (const { variable, label } of offer.settings) {
      const answer = await terminal.ask(`${label} (Enter skips it)`, env[variable] ?? '', (typed) => {
        const read = definition.readSettings({ [variable]: typed })
        return typed === '' || read.ok ? undefined : read.problems.join('; ')
      })
      if (answer !== '') values[variable] = answer
    }
  }
  return values
}
