import { constants, createContext } from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

/** Classes that code inside and outside of the test shares, as in Jest's own environment. */
const SHARED = ['Buffer', 'ArrayBuffer', 'Uint8Array']

/**
 * Jest's environment for Node with a plain global object. Behind the proxy of Jest's own, each access to a global such
 * as Math takes about a hundred times longer.
 */
export default class PlainNodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const { projectConfig } = config
    const global = createContext(constants.DONT_CONTEXTIFY)
    for (const key of Reflect.ownKeys(this.global)) {
      const isOwn = Object.hasOwn(global, key) && !SHARED.includes(key)
      if (!isOwn) Object.defineProperty(global, key, Object.getOwnPropertyDescriptor(this.global, key))
    }
    global.global = global
    global.Error.stackTraceLimit = 100
    const { moduleMocker, fakeTimers, fakeTimersModern } = this
    this.context = global
    this.global = global
    this.moduleMocker = new moduleMocker.constructor(global)
    this.fakeTimersModern = new fakeTimersModern.constructor({ config: projectConfig, global })
    this.fakeTimers = new fakeTimers.constructor({
      config: projectConfig,
      global,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (id) => ({ id, ref() {}, unref() {} }), refToId: (timer) => timer?.id },
    })
    fakeTimers.dispose()
    fakeTimersModern.dispose()
  }
}
