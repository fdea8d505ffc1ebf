import fc from 'fast-check/unseeded'

// The same cases in every run: a change is judged by its own doing. `PROPERTY_SEED=$RANDOM` looks elsewhere.
fc.configureGlobal({
  seed: Number(process.env.PROPERTY_SEED ?? 20_260_710),
  ...(process.env.PROPERTY_RUNS === undefined ? {} : { numRuns: Number(process.env.PROPERTY_RUNS) }),
})

export * from 'fast-check/unseeded'
export default fc
