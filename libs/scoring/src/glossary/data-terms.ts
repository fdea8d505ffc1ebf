import { defineTerm } from './term.ts'

/** Where figures come from and of when they are. */
export const dataTerms = [
  defineTerm({
    id: 'data_class',
    term: 'data class',
    synonyms: ['freshness', 'live', 'delayed', 'closed', 'stale'],
    sentence: 'Live, delayed, recorded, simulated, closed, stale or none: what kind of figure this is.',
    why: 'A figure of yesterday, or of a market that does not exist, must not pass for one of now.',
  }),
  defineTerm({
    id: 'as_of',
    term: 'as-of',
    synonyms: ['as of', 'timestamp'],
    sentence: 'The instant a figure describes.',
    why: 'Two figures can only be compared if they are of the same time.',
  }),
  defineTerm({
    id: 'simulated_market',
    term: 'simulated market',
    synonyms: ['simulated', 'demo data'],
    sentence: 'A market that does not exist, drawn from a seed and the clock; what runs when nothing is set.',
    why: 'Good for learning the product: no price of it is real.',
  }),
  defineTerm({
    id: 'recorded_market',
    term: 'recorded market',
    synonyms: ['recorded', 'pack'],
    sentence: "A past day of the real market, its clock pinned to that session's close.",
    why: 'Every figure is true of that day, and of that day alone.',
  }),
  defineTerm({
    id: 'universe',
    term: 'universe',
    sentence: 'The symbols the screener ranks.',
    why: 'A stock that is not in it is not bad, only not looked at.',
  }),
  defineTerm({
    id: 'enrichment',
    term: 'enrichment',
    synonyms: ['refresh of the screen', 'background refresh'],
    sentence: "Fetching a symbol's bars, chain and facts and computing its row of the screen.",
    why: 'Until it has passed a stock, its figures are those of the last time.',
  }),
  defineTerm({
    id: 'saved_screen',
    term: 'saved screen',
    sentence: 'The filters, columns and order of the screener page under a name.',
    why: 'The same question is asked again with one press.',
  }),
  defineTerm({
    id: 'relaxation',
    term: 'relaxation',
    sentence: 'A filter that alone keeps stocks out of an empty list, and how many.',
    why: 'Shows which wish to give up first.',
  }),
]
