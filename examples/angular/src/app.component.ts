// docs: angular
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import '@sotto/loader/element';
import type { WidgetEvents } from '@sotto/loader';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Angular</h1>
    <button type="button" (click)="chat.open()">Ask us</button>
    <p id="last-reply">{{ lastReply() }}</p>
    <sotto-chat #chat base="https://chat.example.com" widget="demo" (receive)="onReceive($event)"></sotto-chat>
  `,
})
export class AppComponent {
  readonly lastReply = signal('');

  onReceive({ detail }: CustomEvent<WidgetEvents['receive']>): void {
    this.lastReply.set(detail.message.text);
  }
}
// /docs
