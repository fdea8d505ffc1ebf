import fc from 'fast-check'

const { PROPERTY_SEED, PROPERTY_RUNS } = process.env

/**
 * Today's date as a number, which is the default seed. All runs on the same day draw the same samples, so a failure can
 * be reproduced.
 */
const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Seed of this run. */
export const seed = Number(PROPERTY_SEED || today())
const runs = Number(PROPERTY_RUNS || 25)

fc.configureGlobal({ seed, numRuns: runs })

/** How many samples to draw for a slow property: as many as usual in this run, but no more than `max`. */
export const atMost = (max: number): number => Math.min(runs, max)

/** Whether a run draws so many samples that rare cases are among them; with few samples, some days miss one. */
export const drawsRareCases = runs >= 1_000

export default fc
