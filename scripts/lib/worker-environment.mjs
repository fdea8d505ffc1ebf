const needed = ['DATABASE_URL', 'REDIS_QUEUE_URL', 'MARKET_DATA_URL']

/**
 * What a worker joins: the running stack, each part of it replaced by the environment's own setting where there is
 * one. Without a running stack the environment must name all of it.
 */
export function joinEnvironment(env, run, { dataDir, redis }) {
  const given = {
    ...(env.DATABASE_URL ? { DATABASE_URL: env.DATABASE_URL } : {}),
    ...(redis.queue ? { REDIS_QUEUE_URL: redis.queue } : {}),
    ...(redis.cache ? { REDIS_CACHE_URL: redis.cache } : {}),
    ...(env.MARKET_DATA_URL ? { MARKET_DATA_URL: env.MARKET_DATA_URL } : {}),
    ...(env.LOG_LEVEL ? { LOG_LEVEL: env.LOG_LEVEL } : {}),
    ...(env.PROFILE ? { PROFILE: env.PROFILE } : {}),
  }
  if (run) return { ...run.common, DATABASE_URL: run.databaseUrls.screener, ...given }
  const missing = needed.filter((name) => !given[name])
  if (missing.length > 0) {
    throw new Error(
      `No stack runs with DATA_DIR=${dataDir}: run npm start first (with the same DATA_DIR), or set ${missing.join(', ')}`,
    )
  }
  const cache = given.REDIS_CACHE_URL ?? given.REDIS_QUEUE_URL
  return {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    PROFILE: 'development',
    DATA_DIR: dataDir,
    REDIS_CACHE_URL: cache,
    ...given,
  }
}
