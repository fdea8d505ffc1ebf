/** The seed of the day, as tools/properties has it without a setting. */
export const dailySeed = () =>
  Number(process.env.PROPERTY_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''))
