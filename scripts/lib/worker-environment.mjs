const needed = ['SCREENER_DATABASE_URL', 'REDIS_QUEUE_URL', 'MARKET_DATA_URL']

/**
 * Environment for a worker, from the running stack or, if SCREENER_DATABASE_URL is set, from the process's own
 * environment. DATABASE_URL is not used, because `npm start` treats it as the administrator's URL, which a worker must
 * not have. Unless OPS_PORT is set, the worker uses any free ops port and registers it in the queue.
 */
export function joinEnvironment(env, run, settings) {
  const own = {
    OPS_PORT: env.OPS_PORT || '0',
    ...(env.LOG_LEVEL ? { LOG_LEVEL: env.LOG_LEVEL } : {}),
    ...(env.PROFILE ? { PROFILE: env.PROFILE } : {}),
  }
  if (run && !env.SCREENER_DATABASE_URL) {
    return { ...run.common, ...own, DATABASE_URL: run.databaseUrls.screener }
  }
  return {
    HOST: env.HOST || '127.0.0.1',
    LOG_LEVEL: 'info',
    PROFILE: 'development',
    ...own,
    ...elsewhere(env, settings),
  }
}

function elsewhere(env, { dataDir, redis }) {
  const given = {
    SCREENER_DATABASE_URL: env.SCREENER_DATABASE_URL,
    REDIS_QUEUE_URL: redis.queue,
    MARKET_DATA_URL: env.MARKET_DATA_URL,
  }
  const missing = needed.filter((name) => !given[name])
  if (missing.length > 0) {
    const what = missing.join(', ')
    throw new Error(
      env.SCREENER_DATABASE_URL
        ? `SCREENER_DATABASE_URL refers to a stack on another machine. Also set ${what}.`
        : `No stack is running with DATA_DIR=${dataDir}. Run npm start first (with the same DATA_DIR), or set ${what}.`,
    )
  }
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: given.SCREENER_DATABASE_URL,
    REDIS_QUEUE_URL: given.REDIS_QUEUE_URL,
    REDIS_CACHE_URL: redis.cache ?? given.REDIS_QUEUE_URL,
    MARKET_DATA_URL: given.MARKET_DATA_URL,
  }
}
