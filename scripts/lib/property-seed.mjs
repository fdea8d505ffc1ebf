/** The day's seed, which is the default in tools/properties too. */
export const dailySeed = () =>
  Number(process.env.PROPERTY_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''))
