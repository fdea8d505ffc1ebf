import { findTerm } from '@callwright/scoring/glossary'
import Type from 'typebox'
import { type Fact, factNamed } from '../facts/facts.ts'
import { findFacts, SURE_SCORE } from '../facts/find-fact.ts'
import { defineTool, ownStamp, Unanswerable } from './tool.ts'

/** Step-by-step instructions for a task on one page. */
interface HelpTopic {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly steps: readonly string[]
  /** Words that users type for this topic, in lower case. */
  readonly cues: readonly string[]
}

const helpTopics: readonly HelpTopic[] = [
  {
    id: 'add_position',
    title: 'Add a position',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and click Add Position.',
      'Type the ticker and choose the stock. Its expirations load automatically.',
      'Choose the expiration and the strike, then enter the entry date, entry price and premium per share.',
      'Click Add Position. The position is stored on your device until it is saved on the server.',
    ],
    cues: [
      'put in',
      'put in a trade',
      'trade i already',
      'type in',
      'log a trade',
      'track',
      'add',
      'new position',
      'enter',
      'create',
      'record a trade',
      'add position',
    ],
  },
  {
    id: 'edit_position',
    title: 'Edit or delete a position',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and select the row of the position.',
      'Use Edit to change the position, or Delete to remove it after a confirmation.',
      'After a deletion, you can click Undo in the notice for a few seconds.',
    ],
    cues: ['edit', 'change a position', 'delete', 'remove', 'undo'],
  },
  {
    id: 'import_positions',
    title: 'Import and export positions',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking. Use Export to download a CSV file, or Import positions to upload one.',
      'Choose a file or paste rows. A preview shows the result for each row before anything is saved.',
      'You can download the rejected rows with the reason for each one.',
    ],
    cues: [
      'excel',
      'broker',
      'schwab',
      'fidelity',
      'robinhood',
      'tastytrade',
      'import',
      'csv',
      'export',
      'upload',
      'download',
      'spreadsheet',
      'backup',
    ],
  },
  {
    id: 'recommendation',
    title: 'Why a position has its recommendation',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and click the info icon next to a recommendation.',
      'The dialog shows the key metrics, the explanation and every rule that was checked.',
    ],
    cues: ['recommendation', 'badge', 'info icon', 'rules'],
  },
  {
    id: 'record_events',
    title: 'Record what happened to a call',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and open the menu at the end of the position’s row.',
      'Choose Buy back, Roll, Expired or Assigned, and enter the price, contracts, day and fees.',
      'The ledger adds the result to the income and to the chain of the shares. Entries can be corrected there.',
    ],
    cues: [
      'assigned',
      'assignment',
      'called away',
      'expired',
      'expire',
      'bought back',
      'buy back',
      'roll',
      'rolled',
      'record an',
      'record a roll',
    ],
  },
  {
    id: 'compare_rolls',
    title: 'Compare rolls of a call',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking, open the menu at the end of the position’s row, and choose Compare rolls.',
      'Choose what you want, the contracts and the fee. The table ranks all later calls, and the formula is below it.',
      'Click a row to fill in the form that records the roll.',
    ],
    cues: ['compare rolls', 'roll table', 'table of rolls', 'list of rolls'],
  },
  {
    id: 'screen',
    title: 'Filter and sort the screener',
    path: '/screening',
    steps: [
      'Open Stock Screening. The list starts with the highest rating.',
      'Set filters for score, yield, RSI, IV rank, sector and market cap, or use More filters for any other figure.',
      'Click a column header to sort. Click it again to reverse the order.',
      'To share a screen, copy the link of the page: it includes all filters and the sort order.',
    ],
    cues: ['filter', 'screener', 'screen', 'sort', 'find stocks', 'screening'],
  },
  {
    id: 'saved_screens',
    title: 'Save a screen',
    path: '/screening',
    steps: [
      'Set the filters, columns and sort order on Stock Screening.',
      'Open Saved screens and save the screen with a name.',
    ],
    cues: ['save a screen', 'saved screen', 'saved screens', 'preset'],
  },
  {
    id: 'alerts',
    title: 'Set an alert',
    path: '/alerts',
    steps: [
      'Open Alerts and add a rule: choose all positions, one position, a stock or a saved screen, and the limit.',
      'Choose the channels: the inbox, email, push or a webhook. Test sends a message at once.',
      'Set quiet hours or a daily digest if you like.',
    ],
    cues: ['set an alert', 'alert', 'alerts', 'notification', 'notify', 'reminder'],
  },
  {
    id: 'columns',
    title: 'Choose columns',
    path: '/screening',
    steps: [
      'Click the + button in the screener to open Columns.',
      'Check the columns to show and arrange their order. Default columns cannot be removed.',
      'Essential and Professional are preset column sets.',
    ],
    cues: ['column', 'columns', 'essential', 'professional', 'row height', 'density'],
  },
  {
    id: 'weights',
    title: 'Set your own rating weights',
    path: '/screening',
    steps: [
      'Open Stock Screening and open the rating weights.',
      'Move the weights. Ratings update immediately, and you can reset the weights at any time.',
    ],
    cues: ['weight', 'weights', 'rating formula', 'customise the rating', 'customize the rating'],
  },
  {
    id: 'refresh',
    title: 'Refresh the screener',
    path: '/screening',
    steps: [
      'Click Refresh on Stock Screening to update every stock.',
      'The page shows the progress, and you can stop the refresh.',
    ],
    cues: ['refresh', 'enrichment', 'update the data', 'out of date'],
  },
  {
    id: 'analysis',
    title: 'View the options of a stock',
    path: '/analysis',
    steps: [
      'Open Stock Analysis and search for a symbol or company.',
      'Choose an expiration above the options chain.',
      'Select a call to see its payoff, returns and probabilities. Use Compare to view strikes side by side.',
    ],
    cues: ['chain', 'options chain', 'analysis', 'payoff', 'compare strikes', 'expiration'],
  },
  {
    id: 'chart',
    title: 'Use the chart',
    path: '/analysis',
    steps: [
      'Open Stock Analysis and choose a timeframe from 1D to 2Y.',
      'Turn SMA 20, SMA 50, Bollinger Bands, RSI 14 and Stochastic on or off.',
      'Use View as table to see the same figures in rows.',
    ],
    cues: ['chart', 'indicator', 'indicators', 'timeframe', 'bollinger', 'candles'],
  },
  {
    id: 'market_data',
    title: 'Where the market data comes from',
    path: '/screening',
    steps: [
      'The label at the top of each page shows the market, the delay of its prices and their time.',
      'Without the API key of a data provider, the app uses a simulated market and labels it as such.',
    ],
    cues: [
      'what data',
      'data',
      'prices',
      'data source',
      'delayed',
      'indicative',
      'real time',
      'real-time',
      'simulated',
      'where do the prices come from',
      'provider',
    ],
  },
  {
    id: 'settings',
    title: 'Settings and account',
    path: '/settings',
    steps: [
      'Open Settings to change the theme, colors, row height and keyboard shortcuts.',
      'Sessions shows where you are signed in. You can end any session there.',
      'You can also change your password, export your data, or delete your account.',
    ],
    cues: [
      'settings',
      'password',
      'theme',
      'dark mode',
      'account',
      'delete my account',
      'sessions',
      'sign out',
      'log out',
    ],
  },
  {
    id: 'coach',
    title: 'What the coach can do',
    path: '/ai-coach',
    steps: [
      'Ask about options, top stocks, a trade, your positions, rolls, dates or a term.',
      'Every answer lists its sources under How I got this.',
      'Clear Chat deletes the conversation, also on the server. The coach only reads data and cannot place orders.',
    ],
    cues: ['coach', 'what can you do', 'clear chat', 'chat', 'help', 'history'],
  },
]

export const appHelp = defineTool({
  name: 'app_help',
  description: `How to do something in this product, with the page to do it on. Topics: ${helpTopics.map(({ id }) => id).join(', ')}.`,
  args: { topic: Type.String({ minLength: 1, maxLength: 120 }) },
  result: { topic: Type.String(), title: Type.String(), path: Type.String(), steps: Type.Array(Type.String()) },
  run: async ({ topic }) => {
    const found = findTopic(topic)
    if (found === null) {
      throw new Unanswerable(
        'NOT_FOUND',
        'There is no help topic for that.',
        helpTopics.map(({ title }) => title),
      )
    }
    const { id, title, path, steps } = found
    return { topic: id, title, path, steps: [...steps], ...ownStamp('Product help') }
  },
})

/** Finds the topic whose matching cues have the most letters; null if no cue matches. */
function findTopic(asked: string) {
  const words = ` ${asked
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, ' ')
    .trim()} `
  const weighed = helpTopics.map((topic) => {
    const isNamed = topic.id === asked || topic.title.toLowerCase() === asked.toLowerCase()
    const cued = topic.cues.filter((cue) => words.includes(` ${cue} `) || words.includes(` ${cue}s `))
    return { topic, weight: isNamed ? Number.POSITIVE_INFINITY : cued.join('').length }
  })
  const best = weighed.toSorted((a, b) => b.weight - a.weight)[0]
  return best === undefined || best.weight === 0 ? null : best.topic
}

const maybeText = Type.Union([Type.String(), Type.Null()])

/** Suggestions when the glossary lacks the requested term. */
const WELL_KNOWN = ['covered call', 'delta', 'theta', 'IV rank', 'annualized yield', 'assignment']

const explainFact = ({ title, lines: [sentence = '', why = ''] }: Fact) => ({
  term: title,
  sentence,
  why,
  formula: null,
  thresholds: null,
  example: null,
  ...ownStamp('Callwright facts'),
})

export const explainConcept = defineTool({
  name: 'explain_concept',
  description:
    'Explains a term of options or of this product: definition, formula, why it matters, and the thresholds used here. ' +
    'Also answers a general question on options, covered calls, dividends, US taxes, accounts or the limits of the coach.',
  args: {
    term: Type.String({ minLength: 1, maxLength: 160, description: 'A term, or a general question in plain words' }),
  },
  result: {
    term: Type.String(),
    sentence: Type.String(),
    formula: maybeText,
    why: Type.String(),
    thresholds: maybeText,
    example: maybeText,
  },
  run: async ({ term: word }) => {
    const found = findTerm(word)
    const fact = found === null ? factNamed(word) : null
    if (fact !== null) return explainFact(fact)
    const [near] = found === null ? findFacts(word) : []
    if (near !== undefined && near.score >= SURE_SCORE) return explainFact(near.fact)
    if (found === null) throw new Unanswerable('NOT_FOUND', 'That term is not in the glossary.', WELL_KNOWN)
    const { term, sentence, formula, why, thresholds, example } = found
    return { term, sentence, formula, why, thresholds, example, ...ownStamp('Callwright glossary') }
  },
})
