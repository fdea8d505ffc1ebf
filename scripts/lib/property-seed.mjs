/** Seed of the day, the same default as in tools/properties. */
export const dailySeed = () =>
  Number(process.env.PROPERTY_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''))
