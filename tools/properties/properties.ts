import fc from 'fast-check'

const { PROPERTY_SEED, PROPERTY_RUNS } = process.env

/** The day as a number: every run of a day draws the same samples, so that a failure can be repeated. */
const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

const seed = Number(PROPERTY_SEED || today())
const runs = Number(PROPERTY_RUNS || 25)

fc.configureGlobal({ seed, numRuns: runs })

/** The number of samples of a property whose samples take long: that of the run, up to `most`. */
export const atMost = (most: number): number => Math.min(runs, most)

export default fc
