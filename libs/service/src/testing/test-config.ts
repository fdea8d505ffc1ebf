import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { BaseConfig } from '../config.ts'
import type { ServiceAddress } from '../http/addresses.ts'

/** Configuration of a test process, with a temporary data folder and free ports. */
export function buildTestConfig(overrides: Partial<BaseConfig> = {}): BaseConfig {
  return {
    host: '127.0.0.1',
    port: 0,
    opsPort: 0,
    logLevel: 'info',
    profile: 'test',
    dataDir: mkdtempSync(join(tmpdir(), 'callwright-test-')),
    drainMs: 0,
    version: '0.0.0',
    commit: 'test',
    opsToken: 'test-ops-token',
    identityPrivateKey: null,
    identityPublicKeys: null,
    ...overrides,
  }
}

/** A port on which no server listens. */
export const DEAD_PORT_URL = 'http://127.0.0.1:9'

/** A service with one address. */
export const addressesOf = (url: string, opsUrl = DEAD_PORT_URL): readonly ServiceAddress[] => [{ url, opsUrl }]

/** A log sink that stores every line for tests to check. */
export function createLogSink(): { stream: Writable; lines: () => Record<string, unknown>[]; text: () => string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
