import { TestEnvironment } from 'jest-environment-jsdom'

/** jsdom lacks the web APIs that the router and the API client need; Node has them. */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of [
      'TextEncoder',
      'TextDecoder',
      'fetch',
      'Request',
      'Response',
      'Headers',
      'FormData',
      'ReadableStream',
      'TransformStream',
      'WritableStream',
      'AbortController',
      'AbortSignal',
      'BroadcastChannel',
      'Uint8Array',
      'structuredClone',
    ]) {
      this.global[name] = globalThis[name]
    }
  }
}
