import { nanoid } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useLazyPushKeyQuery, usePutAlertChannelMutation } from '../../../api/alerts.ts'
import { getServices, useSessionDispatch, useUserId } from '../../../api/session.ts'
import { describeTrouble } from '../../../shared/describe-trouble.ts'
import { nameDevice } from '../../../shared/name-device.ts'
import { readPushParts, subscribeToPush, unsubscribeFromPush } from './push.ts'

/** This browser's push channel. Its id is stored here, so that another subscription replaces the channel. */
export function usePushChannel() {
  const { storage } = useSessionDispatch()(getServices())
  const key = `pushChannel.${useUserId()}`
  const [id, setId] = useState(() => storage.get(key))
  const [askKey] = useLazyPushKeyQuery()
  const [put] = usePutAlertChannelMutation()
  return {
    /** Null if this browser has none. */
    id,
    /** Returns why it failed, or null. */
    subscribe: async (): Promise<string | null> => {
      const failed = 'Could not set up push messages'
      const { data: publicKey, error } = await askKey()
      if (error !== undefined) return describeTrouble(error, failed)
      if (!publicKey) return 'Push is not set up on this server. Its operator can turn it on.'
      const subscribed = await subscribeToPush(readPushParts(), publicKey)
      if (!subscribed.ok) return subscribed.reason
      const channelId = id ?? nanoid()
      const stored = await put({
        id: channelId,
        body: {
          kind: 'push',
          name: nameDevice(navigator.userAgent) ?? 'This browser',
          subscription: subscribed.target,
          enabled: true,
        },
      })
      if (stored.error !== undefined) return describeTrouble(stored.error, failed)
      storage.set(key, channelId)
      setId(channelId)
      return null
    },
    forget: async () => {
      storage.remove(key)
      setId(null)
      await unsubscribeFromPush(readPushParts())
    },
  }
}
