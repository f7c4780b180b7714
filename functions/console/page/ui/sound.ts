/** A short tone that tells, where it is switched on, that a board has come to need the arbiter. */
import { signal } from '@preact/signals-core'

const KEY = 'touchmove.sound'
const TONE_S = 0.25

export const soundOn = signal(localStorage.getItem(KEY) === 'on')

let context: AudioContext | null = null

/** Turning it on is a press of a button, without which browsers play nothing. */
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
