/** Positions for benchmarks: realistic calls on the stocks of the simulated market. */

const CALLS_PER_STOCK = 13
/** Rows that one request may add. */
const ROWS_PER_REQUEST = 500

/** Lists realistic calls for positions: out of the money, at the next expirations. */
async function listCalls(read, symbol) {
  const { expirations } = await read(`/api/options/expirations/${symbol}`)
  const chosen = expirations.slice(1, 4)
  const chains = []
  for (const { date } of chosen) chains.push(await read(`/api/options/chain/${symbol}?expiration_date=${date}`))
  return chains
    .flatMap(({ options, current_price }) =>
      options.filter(({ strike, bid }) => strike >= current_price && bid > 0).slice(0, 5),
    )
    .slice(0, CALLS_PER_STOCK)
    .map(({ strike, expiration_date, mid }) => ({ strike, expiration_date, mid, symbol }))
}

/** Adds `count` positions on the first stocks of the market. Throws if there are not enough calls, or one is refused. */
export async function addPositions(read, { url, authorization }, { count, entryDate }) {
  const { symbols } = await read('/api/stocks/sp500')
  const calls = []
  for (const { symbol } of symbols) {
    if (calls.length >= count) break
    calls.push(...(await listCalls(read, symbol)))
  }
  const positions = calls.slice(0, count).map(({ symbol, strike, expiration_date, mid }, index) => ({
    id: `bench-${index}`,
    ticker: symbol,
    entry_date: entryDate,
    expiry_date: expiration_date,
    strike_price: strike,
    entry_premium: Number((mid ?? 1).toFixed(2)),
    entry_price: Number((strike * 0.97).toFixed(2)),
  }))
  let added = 0
  for (let start = 0; start < positions.length; start += ROWS_PER_REQUEST) {
    const answer = await fetch(`${url}/api/portfolio/positions/migrate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(positions.slice(start, start + ROWS_PER_REQUEST)),
    })
    added += (await answer.json()).migrated_count
  }
  if (added !== count) throw new Error(`Only ${added} of ${count} positions were added`)
}
