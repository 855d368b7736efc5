//! What reads the codes of learners from a camera. Nothing of the picture is kept or sent.

use crate::language::use_language;
use gloo::timers::callback::Interval;
use gloo::utils::{document, window};
use podlab_link::qr;
use podlab_messages::text;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    CanvasRenderingContext2d, HtmlCanvasElement, HtmlVideoElement, MediaStream,
    MediaStreamConstraints, MediaStreamTrack,
};
use yew::prelude::*;

/// How often a picture is read, in milliseconds.
const EVERY: u32 = 250;
/// The longest side of the picture that is read, in pixels.
const LONGEST: f64 = 800.0;

/// What the scanner needs.
#[derive(PartialEq, Properties)]
pub struct ScannerProps {
    /// Takes the text of each code that is seen, again and again while it is seen.
    pub on_code: Callback<String>,
}

/// How it stands with the camera.
#[derive(Clone, PartialEq)]
enum Camera {
    Off,
    Asked,
    On(MediaStream),
    /// Why there is none, as the browser says it.
    Missing(String),
}

/// The button that starts the camera and stops it, and its picture.
#[component]
pub fn Scanner(ScannerProps { on_code }: &ScannerProps) -> Html {
    use_language();
    let camera = use_state_eq(|| Camera::Off);
    let video = use_node_ref();
    let is_gone = use_memo((), |()| Cell::new(false));
    {
        let is_gone = is_gone.clone();
        use_effect_with((), move |()| move || is_gone.set(true));
    }
    let stream = if let Camera::On(stream) = &*camera { Some(stream.clone()) } else { None };
    {
        let (video, on_code) = (video.clone(), on_code.clone());
        use_effect_with(stream.clone(), move |stream| {
            let video = video.cast::<HtmlVideoElement>();
            let reading = stream.clone().zip(video);
            let reading = reading.map(|(stream, video)| Reading::begin(stream, video, on_code));
            move || drop(reading)
        });
    }
    let is_on = stream.is_some();
    let onclick = {
        let camera = camera.clone();
        Callback::from(move |_: MouseEvent| {
            if is_on {
                return camera.set(Camera::Off);
            }
            camera.set(Camera::Asked);
            let (camera, is_gone) = (camera.clone(), is_gone.clone());
            spawn_local(async move {
                match open_camera().await {
                    // The dialog was closed before the camera was allowed.
                    Ok(stream) if is_gone.get() => stop(&stream),
                    Ok(stream) => camera.set(Camera::On(stream)),
                    Err(why) => camera.set(Camera::Missing(reason(&why))),
                }
            });
        })
    };
    html! {
        <div class="scanner">
            if is_on {
                <p>{ text::class_scan_hint() }</p>
                <video ref={video} class="scanner-picture" muted=true playsinline=true aria-label={text::class_scan_picture()}></video>
            }
            <button class="button" type="button" disabled={*camera == Camera::Asked} {onclick}>
                { if is_on { text::class_scan_stop() } else { text::class_scan() } }
            </button>
            <p role="status">
                if let Camera::Missing(why) = &*camera {
                    { text::class_scan_failed(why) }
                }
            </p>
        </div>
    }
}

/// Switches a camera off.
fn stop(stream: &MediaStream) {
    for track in stream.get_tracks() {
        track.unchecked_into::<MediaStreamTrack>().stop();
    }
}

/// Asks for a camera, that on the back of a phone if it has several.
async fn open_camera() -> Result<MediaStream, JsValue> {
    let wanted = MediaStreamConstraints::new();
    let video = js_sys::Object::new();
    js_sys::Reflect::set(&video, &"facingMode".into(), &"environment".into())?;
    wanted.set_video(&video);
    // A page without a secure origin has no devices.
    let devices = window().navigator().media_devices()?;
    if devices.is_undefined() {
        return Err(JsError::new("HTTPS").into());
    }
    let stream = JsFuture::from(devices.get_user_media_with_constraints(&wanted)?).await?;
    Ok(stream.unchecked_into())
}

/// Returns what the browser says of an error.
fn reason(why: &JsValue) -> String {
    why.dyn_ref::<js_sys::Error>()
        .map_or_else(|| format!("{why:?}"), |error| error.message().into())
}

/// A camera whose picture is read until this value is dropped.
struct Reading {
    stream: MediaStream,
    _timer: Interval,
}

impl Reading {
    fn begin(stream: MediaStream, video: HtmlVideoElement, on_code: Callback<String>) -> Reading {
        video.set_src_object(Some(&stream));
        if let Ok(playing) = video.play() {
            // It fails when the camera is stopped first, and then no picture is needed.
            spawn_local(async move { drop(JsFuture::from(playing).await) });
        }
        let canvas = document()
            .create_element("canvas")
            .ok()
            .and_then(|it| it.dyn_into::<HtmlCanvasElement>().ok());
        let timer = Interval::new(EVERY, move || {
            for code in canvas.as_ref().and_then(|canvas| read(&video, canvas)).unwrap_or_default()
            {
                on_code.emit(code);
            }
        });
        Reading { stream, _timer: timer }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        stop(&self.stream);
    }
}

/// Returns the texts of the codes in the present picture; none before there is a picture.
fn read(video: &HtmlVideoElement, canvas: &HtmlCanvasElement) -> Option<Vec<String>> {
    let (width, height) = (f64::from(video.video_width()), f64::from(video.video_height()));
    if width == 0.0 || height == 0.0 {
        return None;
    }
    let scale = (LONGEST / width.max(height)).min(1.0);
    let (width, height) = ((width * scale).round(), (height * scale).round());
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context
        .draw_image_with_html_video_element_and_dw_and_dh(video, 0.0, 0.0, width, height)
        .ok()?;
    let pixels = context.get_image_data(0.0, 0.0, width, height).ok()?.data();
    // Codes are dark on light; the green of a pixel tells them apart.
    let grey: Vec<u8> = pixels.iter().skip(1).step_by(4).copied().collect();
    Some(qr::read(width as usize, height as usize, &grey))
}
