import '../../testing/matchers.ts'
import type { Success } from '@callwright/contracts'
import { afterEach, expect, test } from '@jest/globals'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

type Wire = Success<'marketData.status'>
type Source = Wire['sources'][number]

const buildSource = (changes: Partial<Source> = {}): Source => ({
  name: 'massive',
  title: 'Massive',
  state: 'working',
  offers: ['stock prices', 'option chains'],
  last_response_at: '2026-07-10T15:00:00Z',
  last_error: null,
  calls_left: 4,
  calls_per_minute: 300,
  paused_until: null,
  ...changes,
})

const buildStatus = (changes: Partial<Wire> = {}): Wire => ({
  status: 'success',
  kind: 'live',
  sources: [buildSource()],
  data: [
    { kind: 'chains', label: 'option chains', sources: ['Massive'] },
    { kind: 'earnings', label: 'earnings dates', sources: [] },
  ],
  progress: [{ label: 'Daily bars', done: 212, total: 503 }],
  next_update_at: '2026-07-10T15:30:00Z',
  notes: ['sec is left out: SEC_USER_AGENT is not set'],
  commands: { change: 'npm run setup', check: 'npm run provider:doctor' },
  message: null,
  as_of: '2026-07-10T15:00:00Z',
  data_class: 'delayed',
  source: 'massive',
  cache_status: 'miss',
  ...changes,
})

function open(answer: () => Response) {
  const network = createHealthyNetwork()
  network.answer('marketData.status', answer)
  return renderApp('/market-data', { network })
}

const show = (changes: Partial<Wire> = {}) => open(() => reply('marketData.status', buildStatus(changes)))
const findPart = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows the source, progress, missing data and the command that changes it', async () => {
  show()
  const source = within((await findPart('Sources')).getByRole('article', { name: 'Massive' }))
  expect(source.getByText('Working')).toBeVisible()
  expect(source.getByText('4 now, 300 per minute')).toBeVisible()
  expect(source.getByText('Jul 10, 2026, 11:00 ET')).toBeVisible()
  expect(source.queryByText('Last error')).toBeNull()
  expect((await findPart('Progress')).getByText('Daily bars: 212 of 503 symbols')).toBeVisible()
  const data = await findPart('Data')
  expect(data.getByText('No source has this')).toBeVisible()
  expect(screen.getByText('sec is left out: SEC_USER_AGENT is not set')).toBeVisible()
  const commands = await findPart('Change or check the sources')
  expect(commands.getByText('npm run setup')).toBeVisible()
  expect(commands.getByText(/add a source for what is missing/)).toBeVisible()
})

test.each([
  ['key_refused', 'Rejects the key'],
  ['failing', 'Not responding'],
] as const)('shows the last error of a source that is %s', async (state, words) => {
  show({ sources: [buildSource({ state, last_error: { at: '2026-07-10T15:01:00Z', message: 'Unknown API key' } })] })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText(/^Unknown API key/)).toBeVisible()
})

test('says when a paused source is called again, and that the progress is unknown', async () => {
  show({
    sources: [buildSource({ state: 'paused', paused_until: '2026-07-10T15:02:00Z', calls_left: 0 })],
    progress: null,
    message: 'The database does not respond, so the progress is unknown.',
  })
  expect(await screen.findByText('Paused: call limit reached')).toBeVisible()
  expect(screen.getByText('Jul 10, 2026, 11:02 ET')).toBeVisible()
  expect(screen.getByText(/the progress is unknown/)).toBeVisible()
})

test('a simulated market shows how to get real prices, and no progress', async () => {
  show({
    kind: 'simulated',
    sources: [
      buildSource({ title: 'Simulated market', last_response_at: null, calls_left: null, calls_per_minute: null }),
    ],
    data: [{ kind: 'chains', label: 'option chains', sources: ['Simulated market'] }],
    progress: [],
    next_update_at: null,
    notes: [],
    data_class: 'simulated',
  })
  expect(await screen.findByText(/^All prices on this server are simulated/)).toBeVisible()
  expect(screen.getByText(/^For real, delayed prices, run this command/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Data' })).toBeNull()
  expect(screen.queryByText('Last response')).toBeNull()
})

test('a failure offers a retry', async () => {
  let isBroken = true
  const { user } = open(() => (isBroken ? refuse(503, 'Away.') : reply('marketData.status', buildStatus())))
  expect(await screen.findByText('Could not load the market data’s status')).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: 'Sources' })).toBeVisible()
})

test('the market chip leads to the page', async () => {
  const { user, readUrl } = show()
  await findPart('Sources')
  await user.click(screen.getByRole('button', { name: /^Delayed 15 min/ }))
  await user.click(await screen.findByRole('link', { name: 'Market data: sources and progress' }))
  expect(readUrl()).toBe('/market-data')
})
