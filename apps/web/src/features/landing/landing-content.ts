// UI text for the landing page. Entries marked `sample` are invented claims, figures, prices or counts: operators of
// public sites replace them with facts that they can prove, or hide them with VITE_HIDE_SAMPLE_CLAIMS.

export const SAMPLE_LABEL = 'Sample content'
export const YIELD_CONDITION = 'Hypothetical, before costs and tax.'

export const navigation = {
  links: [
    { href: '#how', label: 'How it works' },
    { href: '#compare', label: 'Compare' },
    { href: '#faq', label: 'FAQ' },
  ],
  logIn: 'Log In',
  start: 'Start Free Trial',
  openDashboard: 'Open dashboard',
  skip: 'Skip to content',
  label: 'Main',
  home: 'Callwright',
} as const

export const hero = {
  title: ['Covered Calls,', 'Made Simple.'],
  text: 'Callwright ranks stocks, lays out strikes and tells you when to roll, close or let your shares go. They stay in your account, and no fund charges a fee.',
  start: 'Get Started Free',
  watch: 'Watch Demo',
  note: 'Prices are delayed, recorded or simulated, and marked as such. Options involve risk.',
  strike: 'Your strike',
  above: 'Above it, the gain stops and you keep the premium',
} as const

export const demo = {
  open: 'Try the demo',
  opening: 'Opening the demo...',
  hint: 'with example positions, no account needed',
  failed: 'Could not open the demo. Please try again.',
} as const

export const calculator = {
  title: 'Calculate one call',
  fields: { price: 'Share price', strike: 'Strike', premium: 'Premium', days: 'Days' },
  label: 'Covered call calculator',
  slider: (name: string) => `${name}, slider`,
  answer: {
    keep: 'You keep',
    which: ', which is',
    yearly: 'a year on the shares. If they are called away, you sell',
    lower: 'lower',
    higher: 'higher',
  },
  staticReturn: 'Static return',
  ifCalled: 'If called',
  breakeven: 'Breakeven',
  returns: (termPct: string, yearPct: string) => `${termPct}%, ${yearPct}% a year`,
  unknown: 'Enter a price, a strike, a premium and the days to expiration, each above zero.',
} as const

export const picture = {
  label: 'Product',
  alt: 'Stock analysis in Callwright: a price chart, an options chain and a trade preview',
  altOnPhone: 'Stock analysis in Callwright on a phone',
  caption: 'Stock analysis: chart, options chain and trade preview on one screen',
  source: 'Simulated market: not real prices',
} as const

export const human = {
  title: 'We speak human, not Greek',
  text: 'Every number comes with a sentence you could say to a friend.',
  start: 'See How It Works',
  logIn: 'Log In',
  pairs: [
    { figure: 'Delta 0.198', words: 'About a 1 in 5 chance that your shares are called away.' },
    { figure: 'IV rank 66', words: 'Premiums are richer than usual for this stock.' },
    { figure: 'Headroom/EM 0.93', words: 'The strike is almost one typical move away.' },
    { figure: 'Static yield 8.6%', words: `What the premium alone earns in a year at this pace. ${YIELD_CONDITION}` },
  ],
} as const

interface ValueCard {
  readonly drawing: 'payoff' | 'fees' | 'days'
  readonly title: string
  readonly text: string
  /** Shown in place of a sample when samples are hidden. */
  readonly instead?: { readonly title: string; readonly text: string }
}

export const valueWords = { label: 'Benefits', days: '30 to 45' } as const

export const values: readonly ValueCard[] = [
  {
    drawing: 'payoff',
    title: '12-18% expected annual yield',
    text: `Compared with 10-12% for covered-call funds. ${YIELD_CONDITION}`,
    instead: {
      title: 'Get paid for the upside',
      text: 'You sell the gains above your strike and collect the premium today.',
    },
  },
  {
    drawing: 'fees',
    title: '$99/month, whatever you hold',
    text: 'Funds charge 1.0% or more of everything, every year. Start with a free trial.',
    instead: {
      title: 'No fee on what you hold',
      text: 'Your shares stay in your own account, and no fund takes a cut.',
    },
  },
  {
    drawing: 'days',
    title: '30-45 days at a time',
    text: 'The window in which time value decays fastest for the risk you take.',
  },
]

/** Invented figures, labeled as such; they belong to no real stock. */
export const features = {
  title: 'From the whole market to one decision',
  note: 'Invented figures',
  selection: {
    title: 'Smart Stock Selection',
    text: 'One rating out of 60, with parts you can see.',
    columns: { stock: 'Stock', rating: 'Callwright Rating', price: 'Price $', yield: 'Ann. yield %' },
    rows: [
      { name: 'Stock A', rating: 51, parts: [9.2, 14.6, 9.6, 13.4, 4.2], price: 84.2, yieldPct: 17.9 },
      { name: 'Stock B', rating: 46, parts: [8.1, 12.7, 8.9, 14.2, 2.1], price: 212.65, yieldPct: 14.6 },
      { name: 'Stock C', rating: 43, parts: [9.9, 13.8, 6.2, 9.1, 4.0], price: 57.1, yieldPct: 21.3 },
      { name: 'Stock D', rating: 41, parts: [7.9, 11.0, 8.3, 12.0, 1.8], price: 148.35, yieldPct: 11.8 },
    ],
  },
  guidance: {
    title: 'Strike & Expiration Guidance',
    text: 'The chain marks the strikes with delta 0.15 to 0.25, 30 to 45 days out.',
    columns: { strike: 'Strike', note: 'Note', delta: 'Delta', yield: 'Yield %' },
    rows: [
      { strike: 102.5, delta: 0.317, yieldPct: 21.4 },
      { strike: 105, delta: 0.236, yieldPct: 14.6 },
      { strike: 107.5, delta: 0.171, yieldPct: 9.6 },
      { strike: 110, delta: 0.119, yieldPct: 6.0 },
    ],
    inRange: 'In range',
    outOfRange: 'OTM',
  },
  tracking: {
    title: 'Performance Tracking',
    text: 'Stock, option and covered-call results, separately and combined.',
    results: [
      { name: 'Stock', usd: 1_240 },
      { name: 'Option', usd: 385 },
      { name: 'Covered call', usd: 1_625 },
    ],
  },
  management: {
    title: 'Active Portfolio Management',
    text: 'Roll, close, hold or let assign, with the rule that fired.',
    columns: { position: 'Position', days: 'Days left', recommendation: 'Recommendation', rule: 'Rule' },
    days: (days: number) => `${days} d`,
    rows: [
      { name: 'Stock A', days: 21, action: 'Roll Out & Up', rule: 'Delta 0.5 or more' },
      { name: 'Stock B', days: 6, action: 'Let Assign', rule: 'A week left, headroom under 2%' },
      { name: 'Stock C', days: 38, action: '50% Profit', rule: 'Half the premium in a quarter of the time' },
      { name: 'Stock D', days: 30, action: 'Hold', rule: 'No rule fired' },
    ],
  },
} as const

interface ComparisonRow {
  readonly name: string
  readonly funds: string
  readonly ours: string
  readonly sample?: true
  readonly footnote?: number
}

export const comparison = {
  title: "A fund's income without the fund",
  caption: 'Covered-call ETFs against Callwright',
  columns: { funds: 'Covered-call ETFs', ours: 'Callwright' },
  rows: [
    { name: 'Annual fees', funds: '1.0%+ of assets', ours: '$99/month', sample: true, footnote: 1 },
    { name: 'Expected yield', funds: '10-12%', ours: '12-18%', sample: true, footnote: 2 },
    { name: 'Strategy control', funds: 'The manager decides', ours: 'You pick the stock, strike and date' },
    { name: 'Learning', funds: 'Fund reports', ours: 'Every number explained, plus a coach' },
    { name: 'Customization', funds: 'One product for everyone', ours: 'Your screens, filters and weights' },
  ] satisfies readonly ComparisonRow[] as readonly ComparisonRow[],
  footnote: (number: number) => `Footnote ${number}`,
  footnotes: [
    'Sample figures as of July 2026. Fund fees vary; see the prospectus of each fund.',
    `Sample figures as of July 2026, not the results of any investor. ${YIELD_CONDITION} Method: the premium of one call with a delta of 0.15 to 0.30 and 30 to 45 days to expiration, divided by the share price and annualized (× 365 / days). The shares may fall by more than that.`,
  ],
} as const

/** Quotes invented for this page, so they are attributed to roles instead of names. */
export const testimonials = {
  title: 'What 5,000+ investors say',
  quotes: [
    {
      text: 'I stopped guessing strikes. The ladder shows me two lines and I pick one.',
      role: 'Self-directed investor',
    },
    { text: 'The note to roll came a week before I would have looked.', role: 'Part-time trader' },
    {
      text: 'I finally know which part of my return is stock and which is premium.',
      role: 'Long-term shareholder',
    },
  ],
} as const

export const faq = {
  title: 'Questions',
  items: [
    {
      question: 'What is a covered call?',
      answer:
        'You own 100 shares and sell someone the right to buy them at a set price by a set date. You are paid for it today. If the stock stays below that price, you keep the shares and the money. If it rises above, you sell at that price and miss any further gain.',
    },
    {
      question: 'How much capital do I need?',
      answer:
        'One contract stands for 100 shares, so you need enough to own 100 shares: $5,000 for a $50 stock. Callwright takes no deposit and holds none of your money.',
    },
    {
      question: 'What happens if my shares are called away?',
      answer:
        'They are sold at the strike, and you keep the premium. This can happen before expiration, most often just before a dividend. Callwright warns you ahead of time and shows the rule behind the warning.',
    },
    {
      question: 'Is the market data live?',
      answer:
        'No. A data provider’s market data is delayed by 15 minutes, and every figure shows its time. Without a provider, the market is recorded or simulated, and every screen says so.',
    },
    {
      question: 'Can I leave at any time?',
      answer: 'Yes. You can download all your data as one file and delete your account at any time in the settings.',
    },
  ],
} as const

export const closing = {
  title: 'Sell your first call with a plan.',
  start: 'Start Free Trial',
} as const

export const footer = {
  risk: 'Options involve risk and are not suitable for all investors. Read',
  disclosure: 'Characteristics and Risks of Standardized Options',
  disclosureUrl: 'https://www.theocc.com/company-information/documents-and-archives/options-disclosure-document',
  advice:
    'before you trade. Yields shown are hypothetical, before costs and tax, and do not guarantee results. Callwright provides information, not advice.',
  license:
    'Callwright is open source under the Apache License 2.0. Charts by Highcharts, which is not open source and is licensed separately by Highsoft.',
  programs: 'For developers:',
  theme: 'Theme',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
} as const
