import { commonWords } from '../../shared/common-words.ts'
import { formatInteger } from '../../shared/format/numbers.ts'

/** Fallback for the server's welcome message; lists the abilities in the specification. */
const welcome = `Welcome to your trading coach. I can help you to
- find covered call opportunities
- analyze options chains
- explain strategies
- review your portfolio
- calculate returns and risks
What would you like to know?`

/** UI text for the coach page, except what the server sends. */
export const coachWords = {
  title: 'AI Trading Coach',
  clear: 'Clear Chat',
  cleared: 'Chat cleared. How can I help you with your covered call trading today?',
  clearTitle: 'Clear the chat?',
  clearText: 'This also deletes the conversation on the server. It cannot be undone.',
  notCleared: 'Could not delete the conversation on the server. It will be back when you reload the page.',
  apology: 'I apologize, but I encountered an error processing your request. Please try again.',
  welcome,
  log: 'Conversation',
  loading: 'Loading the conversation...',
  noHistory: 'Could not load earlier messages.',
  retry: commonWords.retry,
  stopped: 'Stopped before an answer.',
  stoppedShort: 'Stopped before the answer was complete.',
  unanswered: 'The answer to this question was not saved.',
  askAgain: 'Ask again',
  wait: commonWords.wait,
  quote: commonWords.quote,
  you: 'You',
  coach: 'Coach',
  fromLink: 'From a link',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser does not allow copying here.',
  thinking: 'Thinking',
  workingOut: 'Preparing the answer',
  reading: (source: string) => `Reading ${source}`,
  composer: {
    label: 'Message',
    placeholder: 'Type your message...',
    waiting: 'AI is thinking...',
    send: 'Send',
    stop: 'Stop',
    count: (length: number, most: number) => `${formatInteger(length)} of ${formatInteger(most)} characters`,
    tooLong: (over: number) => `Too long by ${formatInteger(over)} ${over === 1 ? 'character' : 'characters'}`,
  },
  quick: {
    group: 'Quick actions',
    find: { label: 'Find Options', question: 'Find AAPL call options with delta between 0.2 and 0.3' },
    top: { label: 'Top CC Stocks', question: 'Which stocks have the best covered call scores?' },
    analyze: {
      label: 'Analyze Position',
      question: (symbol: string) => `Analyze a covered call on ${symbol} for a 400 strike with 30 days to expiry`,
      which: 'Analyze a covered call on which stock?',
      ask: 'Analyze',
      cancel: commonWords.cancel,
    },
    help: { label: 'Strategy Help', question: 'Explain the ideal delta range' },
  },
  consent: {
    text: (recipient: string) =>
      `To answer about your positions, the coach would send them to ${recipient}. They are sent only if you agree. All other questions are answered either way.`,
    agree: 'Send my positions',
    decline: 'Keep them here',
    agreed: (recipient: string) => `Your positions may be sent to ${recipient}.`,
    declined: (recipient: string) => `Your positions are not sent to ${recipient}.`,
    change: 'Change',
  },
  side: {
    label: 'About this conversation',
    used: 'Used in this conversation',
    nothing: 'Nothing yet. The data behind each answer is listed here.',
    positions: 'Ask about your positions',
    roll: (call: string) => `Should I roll my ${call}?`,
    close: (call: string) => `Should I close my ${call}?`,
    doing: (call: string) => `How is my ${call} doing?`,
  },
  sources: {
    title: 'How I got this',
    none: 'No market data was read for this answer.',
    rows: (rows: number) => `${formatInteger(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    asOf: (time: string) => `as of ${time}`,
    delay: (minutes: number) => `delayed ${formatInteger(minutes)} min`,
    askedAt: (time: string) => `read ${time}`,
    failed: (code: string) => `Failed: ${code.toLowerCase().replaceAll('_', ' ')}`,
  },
  cards: {
    name: 'card',
    tableOf: (card: string) => `${card}, table`,
    stocks: 'Stocks found',
    days: commonWords.days,
    score: (score: string) => `Score: ${score}`,
    formula: 'Formula',
    trace: 'How the rules were applied',
    outcomes: { fired: 'applies', not_fired: 'does not apply', unknown: 'unknown' },
    yes: 'yes',
    no: 'no',
  },
  tools: {
    search_symbols: 'symbol search',
    market_status: 'market hours',
    stock_snapshot: 'stock figures',
    top_covered_call_stocks: 'screener',
    list_expirations: 'expirations',
    find_options: 'options chain',
    compare_strikes: 'options chain',
    calc_covered_call: 'covered-call calculation',
    analyze_trade: 'options chain',
    portfolio_review: 'your portfolio',
    analyze_position: 'your position',
    roll_candidates: 'calls to roll into',
    upcoming_events: 'event calendar',
    explain_concept: 'glossary',
    app_help: 'guide to the pages',
  } as Readonly<Record<string, string>>,
  otherTool: 'data',
} as const

export const nameTool = (tool: string) => coachWords.tools[tool] ?? coachWords.otherTool
