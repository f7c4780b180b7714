/** A short tone, where it is switched on, when a board begins to need the arbiter. */
import { signal } from '@preact/signals-core'

const KEY = 'touchmove.sound'
const TONE_S = 0.25

export const soundOn = signal(localStorage.getItem(KEY) === 'on')

let context: AudioContext | null = null

/** Switches the tone on or off. The press of the button lets the browser play it: without one browsers play nothing. */
export function toggleSound(): void {
  soundOn.value = !soundOn.peek()
  localStorage.setItem(KEY, soundOn.peek() ? 'on' : 'off')
  if (soundOn.peek()) playTone()
}

export function playTone(): void {
  if (!soundOn.peek()) return
  context ??= new AudioContext()
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.frequency.value = 880
  volume.gain.value = 0.1
  oscillator.connect(volume).connect(context.destination)
  oscillator.start()
  oscillator.stop(context.currentTime + TONE_S)
}
