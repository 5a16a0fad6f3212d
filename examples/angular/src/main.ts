// Templates are compiled in the browser here, so that this example needs no Angular tools; `ng build` compiles the same
// component ahead of time.
import '@angular/compiler';
import { bootstrapApplication } from '@angular/platform-browser';
import { AppComponent } from './app.component';

void bootstrapApplication(AppComponent);
