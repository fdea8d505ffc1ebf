export * from './tcp-proxy.ts'
export * from './test-config.ts'
export * from './test-database.ts'
export * from './wait-for.ts'
