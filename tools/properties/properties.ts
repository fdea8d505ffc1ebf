import fc from 'fast-check'

const { PROPERTY_SEED, PROPERTY_RUNS } = process.env

/** Today's date as a number. All runs on the same day draw the same samples, so failures can be reproduced. */
const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

const seed = Number(PROPERTY_SEED || today())
const runs = Number(PROPERTY_RUNS || 25)

fc.configureGlobal({ seed, numRuns: runs })

/** Number of samples for a slow property: the run's usual number, but at most `max`. */
export const atMost = (max: number): number => Math.min(runs, max)

export default fc
