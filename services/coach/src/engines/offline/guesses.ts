import type { Intent, Scored } from './intent/intents.ts'
import type { Understanding } from './understanding.ts'

const WORDS_OF_TRADING =
  /\b(?:stocks?|options?|calls?|covered|strikes?|delta|theta|gamma|vega|premiums?|yields?|portfolio|positions?|expir\w*|dividends?|earnings|market|rating|score|volatility|iv|rsi|roll\w*|assign\w*|shares?|contracts?|profit|income|invest\w*|trad(?:e|es|ing)|price|screener|break-?even|chain|ticker|symbol|hedg\w*|opex|nyse|nasdaq|exchange|p&l|pnl)\b/u

export const isAboutTrading = ({ text, symbols, term }: Understanding) =>
  symbols.length > 0 || term !== null || WORDS_OF_TRADING.test(text)

/** An unambiguous message for each intent. */
const messages: Readonly<Record<Intent, (symbol: string) => string>> = {
  find_options: (symbol) => `Find options for ${symbol}`,
  top_stocks: () => 'Which stocks have the best covered call scores?',
  snapshot: (symbol) => `Price and rating of ${symbol}`,
  expirations: (symbol) => `Which expirations does ${symbol} have?`,
  compare: (symbol) => `Compare strikes of ${symbol}`,
  coverage: (symbol) => `I have 350 shares of ${symbol}, how many calls can I write?`,
  calculate: () => 'Bought at 50, 55 strike, premium 1.20, 100 shares',
  analyze_trade: (symbol) => `Find options for ${symbol}`,
  portfolio: () => 'Review my portfolio',
  position: (symbol) => `Analyze my ${symbol} position`,
  roll: (symbol) => `Roll my ${symbol} call`,
  events: () => 'Which events are coming up for my positions?',
  market: () => 'Is the market open?',
  explain: () => 'Explain covered call',
  app_help: () => 'What can you do?',
  search: () => 'What can you do?',
  capabilities: () => 'What can you do?',
}

const GUESSES = 3
const EXAMPLE = 'AAPL'

export function guessMessages({ symbols }: Pick<Understanding, 'symbols'>, scored: readonly Scored[]): string[] {
  const likely = [...scored.map(({ intent }) => intent), 'find_options', 'top_stocks', 'portfolio'] as const
  return [...new Set(likely.map((intent) => messages[intent](symbols[0] ?? EXAMPLE)))].slice(0, GUESSES)
}

/** The same question about each of these stocks. */
export const guessSymbols = (intent: Intent, symbols: readonly string[] = ['AAPL', 'MSFT', 'NVDA']): string[] =>
  symbols.map((symbol) => messages[intent](symbol))
