/** What the product can do, step by step as its pages stand: plain data. */
export interface HelpTopic {
  readonly id: string
  readonly title: string
  /** The page where it is done. */
  readonly path: string
  readonly steps: readonly string[]
  /** Words that people ask with, in lower case. */
  readonly cues: readonly string[]
}

export const helpTopics: readonly HelpTopic[] = [
  {
    id: 'add_position',
    title: 'Add a position',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and press Add Position.',
      'Type the ticker and choose the stock; expirations load by themselves.',
      'Choose the expiration, then the strike, and fill in entry date, entry price and premium per share.',
      'Press Add Position. It is kept on your device until the server has it.',
    ],
    cues: ['add', 'new position', 'enter', 'create', 'record a trade', 'add position'],
  },
  {
    id: 'edit_position',
    title: 'Edit or delete a position',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and choose the row of the position.',
      'Edit changes its terms; Delete takes it away and asks before.',
      'Undo stands in the notice for a few seconds after a deletion.',
    ],
    cues: ['edit', 'change a position', 'delete', 'remove', 'undo'],
  },
  {
    id: 'import_positions',
    title: 'Import and export positions',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and open Export for CSV out, or Import positions for CSV in.',
      'Choose a file or paste rows; every row is shown with what would become of it before anything is written.',
      'Rows that are refused can be saved with the reason beside each.',
    ],
    cues: ['import', 'csv', 'export', 'upload', 'download', 'spreadsheet', 'backup'],
  },
  {
    id: 'recommendation',
    title: 'Why a position has its recommendation',
    path: '/portfolio',
    steps: [
      'Open Portfolio Tracking and press the info icon beside the recommendation of a row.',
      'The dialog shows the key metrics, the explanation and every rule that was judged.',
    ],
    cues: ['recommendation', 'badge', 'info icon', 'rules'],
  },
  {
    id: 'screen',
    title: 'Filter and sort the screener',
    path: '/screening',
    steps: [
      'Open Stock Screening; the list starts with the highest rating.',
      'Choose filters for score, yield, RSI, IV rank, sector and market cap, or More filters for any other figure.',
      'Press a column head to sort; press again to turn the order round.',
      'The address of the page holds the whole screen and can be shared.',
    ],
    cues: ['filter', 'screener', 'screen', 'sort', 'find stocks', 'screening'],
  },
  {
    id: 'saved_screens',
    title: 'Save a screen',
    path: '/screening',
    steps: ['Set filters, columns and order on Stock Screening.', 'Open Saved screens and save it under a name.'],
    cues: ['save a screen', 'saved screen', 'saved screens', 'preset'],
  },
  {
    id: 'columns',
    title: 'Choose columns',
    path: '/screening',
    steps: [
      'Press the + button of the screener to open Columns.',
      'Check the columns to show and move them into order; the default ones stay.',
      'Essential and Professional are ready-made choices.',
    ],
    cues: ['column', 'columns', 'essential', 'professional', 'row height', 'density'],
  },
  {
    id: 'weights',
    title: 'Set your own weights of the rating',
    path: '/screening',
    steps: [
      'Open Stock Screening and open Weights of the rating.',
      'Move the weights; ratings follow at once and can be reset.',
    ],
    cues: ['weight', 'weights', 'rating formula', 'customise the rating', 'customize the rating'],
  },
  {
    id: 'refresh',
    title: 'Refresh the screener',
    path: '/screening',
    steps: [
      'Press Refresh on Stock Screening; workers compute every stock anew.',
      'Progress stands on the page and can be stopped.',
    ],
    cues: ['refresh', 'enrichment', 'update the data', 'out of date'],
  },
  {
    id: 'analysis',
    title: 'Look at the options of a stock',
    path: '/analysis',
    steps: [
      'Open Stock Analysis and search for a symbol or company.',
      'Choose the expiration above the options chain.',
      'Choose a call to see its payoff, returns and chances; Compare puts strikes side by side.',
    ],
    cues: ['chain', 'options chain', 'analysis', 'payoff', 'compare strikes', 'expiration'],
  },
  {
    id: 'chart',
    title: 'Use the chart',
    path: '/analysis',
    steps: [
      'Open Stock Analysis and choose a timeframe from 1D to 2Y.',
      'Switch SMA 20, SMA 50, Bollinger Bands, RSI 14 and Stochastic on or off.',
      'View as table shows the same figures in rows.',
    ],
    cues: ['chart', 'indicator', 'indicators', 'timeframe', 'bollinger', 'candles'],
  },
  {
    id: 'market_data',
    title: 'Which market the figures come from',
    path: '/screening',
    steps: [
      'The chip at the head of each page names the market, how late its prices are and their time.',
      'Without a key of a data provider the product runs on a simulated market, and says so.',
    ],
    cues: [
      'what data',
      'data',
      'prices',
      'data source',
      'delayed',
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
      'Open Settings for theme, colours, row height and keys.',
      'Sessions lists where you are signed in and ends any of them.',
      'Password, export of your data and deleting the account are there too.',
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
      'Every answer names its sources under How I got this.',
      'Clear Chat deletes the conversation, on the server too. The coach only reads: it places no orders.',
    ],
    cues: ['coach', 'what can you do', 'clear chat', 'chat', 'help', 'history'],
  },
]
