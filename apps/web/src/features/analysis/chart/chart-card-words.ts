export const barsWords = {
  export: 'Export CSV',
  day: 'Day',
  time: 'Time, ET',
  prices: ['Open', 'High', 'Low', 'Close'],
  volume: 'Volume',
  events: 'Events',
} as const
