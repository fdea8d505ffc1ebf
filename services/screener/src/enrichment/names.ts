export const QUEUE_NAME = 'enrichment'

export function redisNames(namespace: string) {
  return {
    queuePrefix: `${namespace}:queue`,
    versionChannel: `${namespace}:screener:version`,
    weightsChannel: `${namespace}:screener:weights`,
    sharedRows: `${namespace}:screener:rows`,
    probe: `${namespace}:screener:probe`,
    workerIndex: `${namespace}:workers`,
    worker: (id: string) => `${namespace}:worker:${id}`,
  }
}
export type RedisNames = ReturnType<typeof redisNames>
