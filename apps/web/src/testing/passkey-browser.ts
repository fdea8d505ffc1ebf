import { jest } from '@jest/globals'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Gives the test browser passkeys, whose dialogs the user confirms at once. jsdom has none. */
export function installPasskeys() {
  const created = {
    ...{ id: 'a2V5', rawId: bytes('key'), type: 'public-key', authenticatorAttachment: 'platform' },
    response: {
      ...{ clientDataJSON: bytes('client'), attestationObject: bytes('attestation') },
      getTransports: () => ['internal'],
    },
    getClientExtensionResults: () => ({}),
  }
  const answered = {
    ...{ id: 'a2V5', rawId: bytes('key'), type: 'public-key', authenticatorAttachment: 'platform' },
    response: {
      ...{ clientDataJSON: bytes('client'), authenticatorData: bytes('data'), signature: bytes('signature') },
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  }
  const create = jest.fn<() => Promise<unknown>>().mockResolvedValue(created)
  const get = jest.fn<() => Promise<unknown>>().mockResolvedValue(answered)
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class {} })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  return { create, get }
}

/** The answer as the form sends it. */
export const passkeyAnswer = {
  ...{ id: 'a2V5', rawId: 'a2V5', type: 'public-key', authenticatorAttachment: 'platform' },
  response: { clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmF0dXJl' },
  clientExtensionResults: {},
}
