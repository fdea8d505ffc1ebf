import type { ComponentType } from 'react'

/** The code of a page did not arrive. The router keeps that answer, so only loading the document anew helps. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/** A page whose code is loaded when it is first visited. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() }
    } catch (cause) {
      throw new PageLoadError('network: the page could not be loaded', { cause })
    }
  }
}
