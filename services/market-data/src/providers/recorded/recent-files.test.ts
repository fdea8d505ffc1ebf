import { describe, expect, test } from '@jest/globals'
import { createOnce, createRecentFiles } from './recent-files.ts'

describe('recent files', () => {
  test('keeps the most recently used and loads each once at a time', async () => {
    const loads: string[] = []
    const files = createRecentFiles(2, async (key) => {
      loads.push(key)
      return key
    })
    await Promise.all([files.get('a'), files.get('a'), files.get('b')])
    await files.get('a')
    await files.get('c')
    await files.get('a')
    await files.get('b')
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
    expect(files.size).toBe(2)
  })

  test('a failed load is tried again', async () => {
    let attempts = 0
    const load = async () => {
      attempts += 1
      if (attempts === 1) throw new Error('unreadable')
      return 'read'
    }
    const files = createRecentFiles(2, load)
    await expect(files.get('a')).rejects.toThrow('unreadable')
    await expect(files.get('a')).resolves.toBe('read')
    attempts = 0
    const once = createOnce(load)
    await expect(once()).rejects.toThrow('unreadable')
    await expect(once()).resolves.toBe('read')
    await once()
    expect(attempts).toBe(2)
  })
})
