export * from './bounded-cache.ts'
export * from './config.ts'
export * from './database/migrate.ts'
export * from './database/open-database.ts'
export * from './errors.ts'
export * from './http/addresses.ts'
export {
  buildHttpApp,
  installErrorHandling,
  listen,
  type ServiceOptions,
  sendNotFound,
  sendProblem,
  toAppError,
} from './http/build-service.ts'
export * from './http/endpoints.ts'
export * from './http/service-client.ts'
export {
  compileValidator,
  createFieldReader,
  createReader,
  type ReadFields,
  roundFigure,
  roundFigures,
  roundOnce,
  schemaController,
} from './http/validation.ts'
export * from './identity.ts'
export type { MailSection } from './mail/mail.ts'
export * from './mail/mailer.ts'
export * from './mail/settings.ts'
export * from './rate-limiter.ts'
export * from './redis/cache.ts'
export * from './redis/open-redis.ts'
export * from './redis/queue.ts'
export * from './runtime/health.ts'
export * from './runtime/logger.ts'
export { createMetrics, type Metrics, type PoolState } from './runtime/metrics.ts'
export type { OpsScope } from './runtime/ops-server.ts'
export { createRuntime, type Runtime, runProcess } from './runtime/runtime.ts'
export * from './secrets.ts'
